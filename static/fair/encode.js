// The encoding and the hashes of the fair shuffle, with Web Crypto. Every hash has the label of its version and purpose.

export const WORDS = 2 ** 32;

export const bytes = (text) => new TextEncoder().encode(text);
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

export function u32(number) {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, number);
  return new Uint8Array(view.buffer);
}

export function join(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const lp = (part) => join(u32(part.length), part);
export const text = (value) => lp(bytes(value));
export const label = (version, purpose) => text(`card-city/fair/${version}/${purpose}`);

export async function digest(version, purpose, ...parts) {
  return hex(await crypto.subtle.digest("SHA-256", join(label(version, purpose), ...parts)));
}

export async function hmac(key, message) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}
