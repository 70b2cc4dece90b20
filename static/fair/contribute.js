// Fills each empty contribution to the shuffle with 16 random bytes; the player may type their own text instead.
// It is the browser that does so: a contribution the server made up would prove nothing.

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function fill(root) {
  for (const input of root.querySelectorAll("input[data-contribution]")) {
    if (!input.value) input.value = hex(crypto.getRandomValues(new Uint8Array(16)));
  }
}

fill(document);
document.addEventListener("htmx:load", (event) => fill(event.detail.elt));
