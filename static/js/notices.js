// Says with a short tone that it has become one's turn, or that one is asked to a rematch, where that is wanted; the tab
// may be hidden.
(() => {
  const { dataset } = document.documentElement;
  const isMine = () => document.querySelector("[data-my-turn], [data-called]") !== null;
  let wasMine = isMine(), audio = null;

  // Browsers let a page sound only after somebody has touched it.
  function wake() {
    if (dataset.sound !== "on" || !window.AudioContext) return;
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume();
  }

  // Two soft notes, a fourth apart, like a doorbell in the next house.
  function chime() {
    if (dataset.sound !== "on" || audio?.state !== "running") return;
    note(587.33, audio.currentTime);
    note(783.99, audio.currentTime + 0.16);
  }

  function note(pitch, start) {
    const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.7);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.75);
  }

  function look() {
    const mine = isMine();
    if (mine && !wasMine) chime();
    wasMine = mine;
  }

  addEventListener("pointerdown", wake);
  addEventListener("keydown", wake);
  document.addEventListener("htmx:afterSettle", look);
})();
