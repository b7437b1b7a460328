// The text of the spec, with marks behind it: mistakes, and the conditions that reject a structure.

const text = document.getElementById("text");
const marks = document.getElementById("marks");
const mistake = document.getElementById("mistake");
let marked = [];

/** Calls a function when the text was changed by hand. */
export function onEdit(changed) {
  text.addEventListener("input", () => {
    mark([]);
    changed();
  });
}

export const currentText = () => text.value;

/** Puts another text in place; the caret stays where it was. */
export function replaceText(other) {
  if (text.value === other) return;
  const { selectionStart, selectionEnd, scrollTop } = text;
  text.value = other;
  text.setSelectionRange(selectionStart, selectionEnd);
  text.scrollTop = scrollTop;
  mark([]);
}

/** Marks places of the text: objects with `start`, `end` and the class of the mark. */
export function mark(places) {
  marked = places.filter(Boolean).toSorted((a, b) => a.start - b.start);
  const pieces = [];
  let done = 0;
  for (const { start, end, kind } of marked) {
    if (start < done) continue;
    pieces.push(text.value.slice(done, start));
    const piece = document.createElement("mark");
    piece.className = kind ?? "";
    piece.textContent = text.value.slice(start, Math.max(end, start + 1));
    pieces.push(piece);
    done = Math.max(end, start + 1);
  }
  // A line end at the end of the text has a height of its own in the textarea.
  marks.replaceChildren(...pieces, text.value.slice(done) + "\n");
  marks.scrollTop = text.scrollTop;
}

/** Shows a mistake below the text and marks its place; without one, none. */
export function showMistake(found) {
  if (!found) {
    mistake.replaceChildren();
    text.removeAttribute("aria-invalid");
    mark([]);
    return;
  }
  const { message, advice, place } = found;
  const words = advice ? `${message}; ${advice}` : message;
  text.setAttribute("aria-invalid", "true");
  mark([place && { ...place, kind: "mistake" }]);
  if (!place) {
    mistake.textContent = words;
    return;
  }
  const jump = document.createElement("button");
  jump.type = "button";
  jump.textContent = `line ${place.line}, column ${place.column}`;
  jump.addEventListener("click", () => select(place));
  mistake.replaceChildren(jump, `: ${words}`);
}

/** Brings the first marked place into view. */
export function reveal() {
  const first = marks.querySelector("mark");
  if (first) text.scrollTop = Math.max(0, first.offsetTop - text.clientHeight / 2);
}

/** Selects a place of the text, which is marked, and brings it into view. */
export function select({ start, end }) {
  text.focus();
  text.setSelectionRange(start, end);
  reveal();
}

text.addEventListener("scroll", () => {
  marks.scrollTop = text.scrollTop;
});
