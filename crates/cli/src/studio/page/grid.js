// Structures of a version as drawings: a page from a number on, at random, or those with a value of an attribute.

import { ask, Refusal } from "./server.js";

const tools = document.getElementById("grid-tools");
const note = document.getElementById("grid-note");
const grid = document.getElementById("grid");
const [previous, next, random] = ["previous", "next", "random"].map((id) => document.getElementById(id));
const CARDS = 24;

/** The version that is shown: parameters of questions. */
let shown = null;
/** The numbers with which earlier pages began. */
let earlier = [];
let nextNumber = null;
/** Counts questions, so that only the answer to the last one is shown. */
let asked = 0;

/** Shows a version; what was chosen stays, as far as the version has it. */
export function showVersion(version, counts, attributes) {
  shown = version;
  fillSizes(counts);
  fill(tools.elements.attribute, [["", "anything"], ...attributes.map((name) => [name, name])]);
  grid.classList.remove("stale");
  return showFrom(tools.elements.from.value || "0", []);
}

/** Shows one size, or all. */
export function showSize(size) {
  tools.elements.size.value = size;
  tools.scrollIntoView({ block: "nearest" });
  return showFrom("0", []);
}

export const markStale = () => grid.classList.add("stale");

/** Calls a function with size and rank of a card that is chosen. */
export function onCard(chosen) {
  grid.addEventListener("click", (event) => {
    const card = event.target.closest(".card");
    if (!card) return;
    for (const other of grid.children) other.removeAttribute("aria-current");
    card.setAttribute("aria-current", "true");
    chosen(card.dataset.size, card.dataset.rank);
  });
}

function fillSizes(counts) {
  const sizes = counts.map((count, size) => [String(size), `${size}: ${count.length > 9 ? "many" : count}`]);
  fill(tools.elements.size, [["", "all"], ...sizes]);
}

function fill(select, options) {
  const chosen = select.value;
  select.replaceChildren(...options.map(([value, label]) => new Option(label, value)));
  select.value = options.some(([value]) => value === chosen) ? chosen : "";
}

async function showFrom(from, before) {
  const { size, attribute, value } = tools.elements;
  const filter = attribute.value ? { attribute: attribute.value, value: value.value.trim() } : {};
  earlier = before;
  await show({ from, ...filter, size: size.value || undefined });
}

async function show(question) {
  if (!shown) return;
  asked += 1;
  const number = asked;
  try {
    const page = await ask("grid", { ...shown, cards: CARDS, ...question });
    if (number !== asked) return;
    grid.innerHTML = page.html;
    note.textContent = page.note;
    nextNumber = page.next;
    if (page.first !== null) tools.elements.from.value = page.first;
  } catch (error) {
    if (!(error instanceof Refusal) || number !== asked) return;
    note.textContent = error.message;
    nextNumber = null;
  }
  next.disabled = nextNumber === null;
  previous.disabled = earlier.length === 0 && Number(tools.elements.from.value) === 0;
  grid.dataset.asked = number;
}

next.addEventListener("click", () => {
  if (nextNumber !== null) showFrom(nextNumber, [...earlier, tools.elements.from.value]);
});
previous.addEventListener("click", () => {
  const from = BigInt(tools.elements.from.value || "0") - BigInt(CARDS);
  const before = earlier.at(-1) ?? String(from < 0n ? 0n : from);
  showFrom(before, earlier.slice(0, -1));
});
random.addEventListener("click", () => {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  show({ seed, size: tools.elements.size.value || undefined });
});
tools.addEventListener("submit", (event) => {
  event.preventDefault();
  showFrom(tools.elements.from.value.replaceAll(/[^0-9]/g, "") || "0", []);
});
tools.elements.size.addEventListener("change", () => showFrom("0", []));
tools.elements.attribute.addEventListener("change", () => {
  if (!tools.elements.attribute.value) showFrom("0", []);
});
