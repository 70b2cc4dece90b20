// Where the device can hand a link on, to a chat or a message, it is offered beside copying.
(() => {
  if (!navigator.share) return;
  document.documentElement.classList.add("can-share");
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-share]");
    // Whoever changes their mind there has not failed.
    if (button) navigator.share({ title: document.title, url: button.dataset.share }).catch(() => null);
  });
})();
