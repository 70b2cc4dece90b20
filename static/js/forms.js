"use strict";

/* Forms that arrive over the socket carry no CSRF token, because a frame is the same for
   everybody at a seat; this visitor's own token is put in when a form is sent. */
document.addEventListener("submit", ({ target: form }) => {
  if (form.method !== "post" || form.elements.csrfmiddlewaretoken) return;
  const input = document.createElement("input");
  input.type = "hidden";
  input.name = "csrfmiddlewaretoken";
  input.value = document.querySelector('meta[name="csrf-token"]').content;
  form.append(input);
}, true);
