// allauth makes a key when its button is clicked; Enter in the field for the name clicks it too.
(() => {
  const button = document.getElementById("mfa_webauthn_add");
  button.form.addEventListener("submit", (event) => {
    event.preventDefault();
    button.click();
  });
})();
