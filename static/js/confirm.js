"use strict";

/* On a device that wants to be asked, a move is sent only after a second yes. It is caught before htmx and
   the forms' own guard see it; the form is sent again, by the same button, once the question is answered. */
(() => {
  const dialog = document.getElementById("ask-move");
  const isMove = (form) => form.method === "post" && /\/move\/$/.test(new URL(form.action, location.href).pathname);
  let asked = null;

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!isMove(form) || form.dataset.agreed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    asked = { form, button: event.submitter };
    dialog.querySelector("[data-move]").textContent = event.submitter?.innerText.trim() || event.submitter?.ariaLabel || "";
    dialog.returnValue = "";
    dialog.showModal();
  }, true);

  dialog.addEventListener("close", () => {
    const { form, button } = asked;
    const isThere = form.isConnected && (!button || button.form === form);
    if (dialog.returnValue !== "yes" || !isThere) return;
    form.dataset.agreed = "yes";
    form.requestSubmit(button);
    delete form.dataset.agreed;
  });

  // Whatever arrives while the question is open may take the form's place: then there is nothing left to ask.
  document.addEventListener("htmx:afterSettle", () => { if (dialog.open && !asked.form.isConnected) dialog.close(); });
})();
