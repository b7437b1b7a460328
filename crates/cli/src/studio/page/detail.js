// One structure: the verdict on it, its drawing, whose nodes say their attributes and can be changed, and its near misses.

import * as editor from "./editor.js";
import { ask, Refusal, send } from "./server.js";

const section = document.getElementById("detail");
const title = document.getElementById("detail-title");
const body = document.getElementById("detail-body");
const back = document.getElementById("back");

/** What is shown: the version and size, and the detail as the server gave it. */
let shown = null;
/** The structures before each change. */
let earlier = [];
/** Counts questions, so that only the answer to the last one is shown. */
let asked = 0;

/** Shows a structure of a version. */
export async function showStructure(version, size, rank) {
  earlier = [];
  const detail = await answer(() => ask("structure", { ...version, size, rank }));
  if (!detail) return;
  show({ version, size: Number(size), ...detail });
  title.focus({ preventScroll: true });
  section.scrollIntoView({ block: "nearest" });
}

/** Shows a changed structure. */
async function showWords(words) {
  const { version, size } = shown;
  const detail = await answer(() => send("judged", { ...version, size, words }));
  if (detail) show({ version, size, ...detail });
}

/** What the server answers; a refusal is shown. */
async function answer(question) {
  asked += 1;
  const number = asked;
  try {
    const detail = await question();
    return number === asked ? detail : null;
  } catch (error) {
    if (!(error instanceof Refusal)) return null;
    section.hidden = false;
    body.textContent = error.message;
    return null;
  }
}

function show(detail) {
  shown = detail;
  section.hidden = false;
  back.hidden = earlier.length === 0;
  body.innerHTML = detail.html;
  const { clause, node } = detail.lit;
  editor.mark([clause && { ...clause, kind: "condition" }]);
  editor.reveal();
  body.querySelector(`[data-node="${node}"]`)?.classList.add("rejected");
  const all = Object.keys(detail.nodes);
  showNode(node === null ? all.at(-1) : String(node));
  body.dataset.words = detail.words;
}

/** Shows the attributes of a node. */
function showNode(number) {
  const place = document.getElementById("node");
  if (!place || !(number in shown.nodes) || place.dataset.node === number) return;
  place.dataset.node = number;
  place.innerHTML = shown.nodes[number];
  for (const node of body.querySelectorAll("[data-node]")) {
    if (node !== place) node.setAttribute("aria-pressed", String(node.dataset.node === number));
  }
}

/** Adds what a node can be changed to. */
async function showChanges(number) {
  showNode(number);
  const { version, size, words } = shown;
  const place = document.getElementById("node");
  try {
    const { html } = await send("changes", { ...version, size, words, node: Number(number) });
    if (place.dataset.node !== number) return;
    place.innerHTML = shown.nodes[number] + html;
    place.querySelector(".changes button")?.focus();
  } catch (error) {
    if (error instanceof Refusal) place.textContent = error.message;
  }
}

const nodeOf = (event) => event.target.closest?.("svg [data-node]");
for (const kind of ["pointerover", "focusin"]) {
  body.addEventListener(kind, (event) => {
    // While changes are listed, the node stays.
    const node = nodeOf(event);
    if (node && !document.querySelector("#node .changes")) showNode(node.dataset.node);
  });
}
body.addEventListener("keydown", (event) => {
  const node = nodeOf(event);
  if (node && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    showChanges(node.dataset.node);
  }
});
body.addEventListener("click", async (event) => {
  const node = nodeOf(event);
  if (node) return showChanges(node.dataset.node);
  const button = event.target.closest("button");
  if (button?.dataset.words) {
    earlier.push(shown);
    await showWords(button.dataset.words);
    title.focus({ preventScroll: true });
  } else if (button?.id === "to-clause") {
    editor.select(shown.lit.clause);
  } else if (button?.className === "copy") {
    await navigator.clipboard.writeText(button.previousElementSibling.textContent);
    button.textContent = "Copied";
  }
});
back.addEventListener("click", () => {
  const first = earlier[0];
  earlier = [];
  if (first) show(first);
});
