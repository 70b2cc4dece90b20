// Clocks tick here between two answers of the server. What time it is says the server, once, when the page is loaded;
// whether somebody was in time, it alone decides.
(() => {
  const voice = document.getElementById("clock-voice");
  const [loaded] = performance.getEntriesByType("navigation");
  const ahead = Date.parse(voice.dataset.now) - (performance.timeOrigin + loaded.responseStart);
  const unit = (name) => new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: name, unitDisplay: "long" });
  const [days, hours] = [unit("day"), unit("hour")];
  const two = (number) => String(number).padStart(2, "0");
  const told = new Set();

  function words(seconds) {
    const [day, hour, minute] = [86400, 3600, 60].map((size) => Math.floor(seconds / size));
    if (day) return `${days.format(day)}, ${hours.format(hour % 24)}`;
    const end = two(seconds % 60);
    return hour ? `${hour}:${two(minute % 60)}:${end}` : `${minute}:${end}`;
  }

  // Only one's own clock is spoken of, and only once as it runs low.
  function warn(clock, ends) {
    if (!clock.hasAttribute("data-mine") || told.has(ends)) return;
    told.add(ends);
    voice.textContent = voice.dataset.lowText;
  }

  function tick() {
    const now = Date.now() + ahead;
    // While htmx settles, a clock that was just stopped still has the class of one that runs.
    for (const time of document.querySelectorAll('#clocks .runs[datetime$="Z"]')) {
      const seconds = Math.max(0, Math.floor((Date.parse(time.dateTime) - now) / 1000));
      const shown = words(seconds), isLow = seconds <= Number(time.closest("#clocks").dataset.low);
      if (time.textContent !== shown) time.textContent = shown;
      time.classList.toggle("low", isLow);
      if (isLow) warn(time.parentElement, time.dateTime);
    }
  }

  document.addEventListener("htmx:afterSettle", tick);
  setInterval(tick, 250);
  tick();
})();
