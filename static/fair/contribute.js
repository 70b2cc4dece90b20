// Fills each empty contribution to the shuffle with 16 random bytes; the player may type their own text instead.

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

for (const input of document.querySelectorAll("input[data-contribution]")) {
  if (!input.value) input.value = hex(crypto.getRandomValues(new Uint8Array(16)));
}
