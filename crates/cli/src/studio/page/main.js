// The page: an edit goes to the server, and what the server makes of it is shown.

import * as counts from "./counts.js";
import * as detail from "./detail.js";
import * as editor from "./editor.js";
import * as grid from "./grid.js";
import { listen, Refusal, send } from "./server.js";

const element = (id) => document.getElementById(id);
const settings = element("settings");
/** The time without a keystroke after which an edit is sent, in milliseconds. */
const PAUSE = 30;

let tab = null;
/** What is saved: text, revision, and whether the file is there. */
let saved = null;
let canSave = false;
let timer = null;
/** The version that is asked for, and the one that is shown. */
let wanted = null;
let shown = null;

const isChanged = () => saved !== null && editor.currentText() !== saved.text;

function settingTexts() {
  const { max_size, parameters, each_size, time, memory } = settings.elements;
  return {
    max_size: max_size.value,
    parameters: parameters.value,
    each_size: each_size.checked,
    time: time.value,
    memory: memory.value,
  };
}

function fillSettings(given) {
  for (const [name, value] of Object.entries(given)) {
    const field = settings.elements[name];
    if (field.type === "checkbox") field.checked = value;
    else field.value = value;
  }
}

/** Sends the text and the settings; the server begins to build. */
async function sendEdit() {
  clearTimeout(timer);
  document.body.dataset.state = "sent";
  showFileState();
  const text = editor.currentText();
  try {
    const { version } = await send("edits", { tab, text, settings: settingTexts() });
    if (text !== editor.currentText()) return;
    wanted = Math.max(wanted ?? 0, version);
    editor.showMistake(null);
    showSettingMistake(null);
  } catch (error) {
    if (!(error instanceof Refusal)) return showGone();
    const { mistake, setting } = error.data;
    editor.showMistake(mistake);
    showSettingMistake(setting);
    counts.markStale(true);
    grid.markStale();
    document.body.dataset.state = "mistake";
  }
}

function sendSoon() {
  document.body.dataset.state = "sent";
  clearTimeout(timer);
  timer = setTimeout(sendEdit, PAUSE);
}

function showSettingMistake(setting) {
  element("setting-mistake").textContent = setting?.message ?? "";
  for (const field of settings.elements) {
    if (field.name === setting?.field) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
}

function showFileState() {
  const state = !saved?.is_there ? "not saved yet" : isChanged() ? "changed" : canSave ? "saved" : "";
  element("file-state").textContent = state;
  element("save").disabled = saved?.is_there && !isChanged();
}

function showGone() {
  element("gone").hidden = false;
  element("gone").textContent =
    "The server has gone: dpgen studio has ended. Your text is still here; copy it before you close this page.";
  document.body.dataset.state = "gone";
}

async function save() {
  try {
    saved = await send("saves", { text: editor.currentText(), revision: saved.revision });
    element("changed-file").hidden = true;
    showFileState();
  } catch (error) {
    element("file-state").textContent = error instanceof Refusal ? error.message : "not saved";
  }
}

listen(
  {
    hello(data) {
      const isFirst = tab === null;
      const keep = !isFirst && isChanged();
      tab = data.tab;
      saved = data.saved;
      canSave = data.can_save;
      wanted = null;
      element("gone").hidden = true;
      element("file-name").textContent = data.name;
      element("save").hidden = !canSave;
      if (isFirst) {
        document.title = `${data.name}: dpgen studio`;
        fillSettings(data.settings);
        const options = data.specs.map((name) => new Option(name, name));
        element("specs").replaceChildren(new Option("…", ""), ...options);
      }
      if (!keep) editor.replaceText(saved.text);
      sendEdit();
    },
    counts(data) {
      if (wanted !== null && data.version < wanted) return;
      wanted = data.version;
      const version = { tab, version: data.version };
      counts.showCounts(data, version);
      if (!data.done) return;
      shown = version;
      document.body.dataset.state = "built";
      document.body.dataset.version = data.version;
      grid.showVersion(version, data.counts, data.attributes);
    },
    failed(data) {
      counts.showFailure(data.message);
      grid.markStale();
      document.body.dataset.state = "failed";
    },
    changes(data) {
      counts.showChanges(data.html);
      document.body.dataset.compared = data.version;
    },
    file(data) {
      const isOwn = data.text === editor.currentText();
      const hadChanges = isChanged();
      if (isOwn || !hadChanges) {
        saved = data;
        element("changed-file").hidden = true;
        if (!isOwn) {
          editor.replaceText(data.text);
          sendEdit();
        }
      } else {
        element("changed-file").hidden = false;
        element("take-file").onclick = () => {
          saved = data;
          element("changed-file").hidden = true;
          editor.replaceText(data.text);
          sendEdit();
        };
        element("keep-text").onclick = () => {
          saved = data;
          element("changed-file").hidden = true;
          showFileState();
        };
      }
      showFileState();
    },
  },
  showGone,
);

editor.onEdit(sendSoon);
settings.addEventListener("input", sendSoon);
settings.addEventListener("submit", (event) => {
  event.preventDefault();
  sendEdit();
});
counts.onSize((size) => grid.showSize(size));
grid.onCard((size, rank) => detail.showStructure(shown, size, rank));
element("save").addEventListener("click", save);
element("specs").addEventListener("change", async ({ target }) => {
  if (!target.value) return;
  const response = await fetch(`specs/${target.value}`);
  if (response.ok) {
    editor.replaceText(await response.text());
    sendEdit();
  }
});
addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "s") {
    event.preventDefault();
    if (canSave) save();
  }
});
addEventListener("beforeunload", (event) => {
  if (canSave && isChanged()) event.preventDefault();
});
