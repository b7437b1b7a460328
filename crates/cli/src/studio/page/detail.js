// One structure: its drawing, whose nodes say their attributes, its texts, and what is one step away.

import { ask, Refusal } from "./server.js";

const section = document.getElementById("detail");
const title = document.getElementById("detail-title");
const body = document.getElementById("detail-body");
let nodes = {};

/** Shows a structure of a version. */
export async function showStructure(version, size, rank) {
  let detail;
  try {
    detail = await ask("structure", { ...version, size, rank });
  } catch (error) {
    if (!(error instanceof Refusal)) return;
    detail = { html: "", nodes: {} };
    body.textContent = error.message;
  }
  nodes = detail.nodes;
  section.hidden = false;
  if (detail.html) body.innerHTML = detail.html;
  const all = Object.keys(nodes);
  if (all.length) showNode(all.at(-1));
  title.focus({ preventScroll: true });
  section.scrollIntoView({ block: "nearest" });
}

/** Shows the attributes of a node. */
function showNode(number) {
  const place = document.getElementById("node");
  if (!place || !(number in nodes)) return;
  place.innerHTML = nodes[number];
  for (const node of body.querySelectorAll("[data-node]")) {
    node.setAttribute("aria-pressed", String(node.dataset.node === number));
  }
}

const nodeOf = (event) => event.target.closest?.("[data-node]");
for (const kind of ["pointerover", "focusin"]) {
  body.addEventListener(kind, (event) => {
    const node = nodeOf(event);
    if (node) showNode(node.dataset.node);
  });
}
body.addEventListener("click", async (event) => {
  const copy = event.target.closest(".copy");
  if (!copy) return;
  await navigator.clipboard.writeText(copy.previousElementSibling.textContent);
  copy.textContent = "Copied";
});
