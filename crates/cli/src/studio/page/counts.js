// Counts of each size, the growth plot, and what an edit changed.

const table = document.getElementById("table");
const sentence = document.getElementById("sentence");
const plot = document.getElementById("plot");
const rejections = document.getElementById("rejections");
const changes = document.getElementById("changes");

/** Shows the counts of a version, done or not; `ask` are the parameters of its tab. */
export function showCounts(data, ask) {
  markStale(false);
  table.innerHTML = data.table;
  sentence.textContent = data.sentence;
  if (!data.done) return;
  rejections.innerHTML = data.rejections;
  plot.hidden = data.counts.length < 2;
  plot.alt = `Structures, classes and time of sizes 0 to ${data.counts.length - 1}, with logarithmic axes`;
  if (!plot.hidden) plot.src = `plot.svg?${new URLSearchParams(ask)}`;
}

/** Says why there are no counts. */
export function showFailure(message) {
  markStale(true);
  sentence.textContent = message;
}

/** Shows what is there as that of an older text. */
export function markStale(isStale) {
  for (const part of [table, plot, rejections, changes]) part.classList.toggle("stale", isStale);
}

export function showChanges(html) {
  if (html) changes.innerHTML = html;
}

/** Calls a function with a size that is chosen in the table. */
export function onSize(chosen) {
  table.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-size]");
    if (button) chosen(button.dataset.size);
  });
}
