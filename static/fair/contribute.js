// Adds 16 random bytes, as hexadecimal text, to a form that is sent with an empty contribution to the shuffle.
// It is the browser that does so, and only now: the form has shown what the site has fixed. The server is told
// which text nobody typed, so that a form that comes back gets another one with its next commitment.
"use strict";

(() => {
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

  document.addEventListener("formdata", ({ target: form, formData }) => {
    for (const { name } of form.querySelectorAll("input[data-contribution]")) {
      if (formData.get(name)) continue;
      formData.set(name, hex(crypto.getRandomValues(new Uint8Array(16))));
      formData.set(`${name}_filled`, "yes");
    }
  });
})();
