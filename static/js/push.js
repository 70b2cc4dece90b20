// Switches messages to this browser on and off.
(() => {
  const panel = document.getElementById("push");
  if (!panel || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  const { key, worker, subscribe, forget } = panel.dataset;
  const status = panel.querySelector("[role=status]");
  const token = panel.querySelector("[name=csrfmiddlewaretoken]").value;
  // The site forgets a browser that signs out, which does not hear of that.
  let isKnown = "known" in panel.dataset;
  const current = async () => (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();

  async function show() {
    const has = Boolean(await current()), on = isKnown && has;
    panel.querySelector("[data-push=on]").hidden = on;
    panel.querySelector("[data-push=off]").hidden = !has;
    panel.querySelector("[data-push-try]").hidden = !on;
    panel.hidden = false;
  }

  async function post(address, fields) {
    const body = new URLSearchParams({ csrfmiddlewaretoken: token, ...fields });
    const answer = await fetch(address, { method: "POST", body });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  }

  async function switchOn() {
    const { pushManager } = await navigator.serviceWorker.register(worker).then(() => navigator.serviceWorker.ready);
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    try { await post(subscribe, { endpoint, ...keys }); } catch (error) { await made.unsubscribe(); throw error; }
    isKnown = true;
  }

  async function switchOff() {
    const made = await current();
    if (!made) return;
    await made.unsubscribe();
    await post(forget, { endpoint: made.endpoint });
    isKnown = false;
  }

  panel.addEventListener("click", async ({ target }) => {
    const wanted = target.closest("[data-push]")?.dataset.push;
    if (!wanted) return;
    status.textContent = "";
    const said = await (wanted === "on" ? switchOn() : switchOff()).then(() => wanted, () => `no-${wanted}`);
    await show();
    status.textContent = status.getAttribute(`data-${said}-text`);
    // The button that was pressed may be gone.
    panel.querySelector("[data-push]:not([hidden])").focus();
  });

  show();
})();
