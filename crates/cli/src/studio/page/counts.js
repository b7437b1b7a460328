// Counts of each size, the growth plot, what rejected the candidates of a size, and what an edit changed.

import { ask, Refusal } from "./server.js";

const table = document.getElementById("table");
const sentence = document.getElementById("sentence");
const plot = document.getElementById("plot");
const rejections = document.getElementById("rejections");
const changes = document.getElementById("changes");

/** The version that is shown: parameters of questions. */
let shown = null;

/** Shows the counts of a version, done or not. */
export function showCounts(data, version) {
  markStale(false);
  table.innerHTML = data.table;
  sentence.textContent = data.sentence;
  if (!data.done) return;
  shown = version;
  rejections.replaceChildren();
  plot.hidden = data.counts.length < 2;
  plot.alt = `Structures, classes and time of sizes 0 to ${data.counts.length - 1}, with logarithmic axes`;
  if (!plot.hidden) plot.src = `plot.svg?${new URLSearchParams(version)}`;
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
    const button = event.target.closest("button");
    if (button?.dataset.size) chosen(button.dataset.size);
    if (button?.dataset.why) showRejections(button.dataset.why);
  });
}

/** Shows which condition rejected how many candidates of a size. */
async function showRejections(size) {
  rejections.textContent = "Counting candidates …";
  try {
    rejections.innerHTML = (await ask("rejections", { ...shown, size })).html;
  } catch (error) {
    if (error instanceof Refusal) rejections.textContent = error.message;
  }
}
