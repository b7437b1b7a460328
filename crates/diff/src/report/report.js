// Pictures one above the other, in turns and enlarged, and buttons that copy. Without it, reports show all pictures side by side.
'use strict';

for (const button of document.querySelectorAll('button.copy')) {
  const source = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener('click', async () => {
    const label = button.dataset.label ??= button.textContent;
    const select = () => {
      getSelection().selectAllChildren(source);
      return document.execCommand('copy');
    };
    const copied = await navigator.clipboard?.writeText(source.textContent).then(() => true, () => select()) ?? select();
    button.textContent = copied ? 'Copied' : 'Selected: copy it with the keyboard';
    setTimeout(() => { button.textContent = label; }, 2000);
  });
}

const STEP = 500;
const ZOOMS = [1, 2, 3, 4, 6, 8];

for (const answers of document.querySelectorAll('.answers')) {
  const figures = [...answers.querySelectorAll('figure.image')];
  if (figures.length < 2) continue;
  let shown = 0, zoom = 0, timer = 0;
  const stacked = () => answers.classList.contains('stacked');
  const show = place => {
    shown = (place + figures.length) % figures.length;
    figures.forEach((figure, other) => figure.classList.toggle('shown', other === shown));
    status.textContent = stacked() ? figures[shown].querySelector('figcaption').textContent : '';
  };
  const stop = () => { clearInterval(timer); timer = 0; flicker.setAttribute('aria-pressed', 'false'); };
  const stack = on => {
    answers.classList.toggle('stacked', on);
    side.setAttribute('aria-pressed', String(!on));
    show(shown);
  };
  const step = by => { stop(); stack(true); show(shown + by); };
  // The picture of where they differ is left out of the turns.
  const turns = figures.filter(figure => figure.dataset.role !== 'difference').length;
  const toggle = () => {
    if (timer) return stop();
    if (shown >= turns) shown = 0;
    stack(true);
    flicker.setAttribute('aria-pressed', 'true');
    timer = setInterval(() => show((shown + 1) % turns), STEP);
  };
  const enlarge = by => {
    zoom = Math.min(Math.max(zoom + by, 0), ZOOMS.length - 1);
    for (const figure of figures) {
      const image = figure.querySelector('img');
      const width = image.naturalWidth || image.width;
      image.style.width = zoom ? `${width * ZOOMS[zoom]}px` : '';
      image.style.maxWidth = zoom ? 'none' : '';
    }
    scale.textContent = `${ZOOMS[zoom]}×`;
  };
  const bar = document.createElement('p');
  bar.className = 'bar';
  const button = (label, title, action) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = label;
    made.title = title;
    made.addEventListener('click', action);
    bar.append(made, ' ');
    return made;
  };
  const sideBySide = () => { stop(); stack(false); };
  const flicker = button('Flicker', 'Pictures in turns (F)', toggle);
  button('Previous', 'The picture before (left arrow)', () => step(-1));
  button('Next', 'The next picture (right arrow)', () => step(1));
  const side = button('Side by side', 'All pictures (Escape)', sideBySide);
  button('−', 'Smaller (-)', () => enlarge(-1));
  button('+', 'Larger (+)', () => enlarge(1));
  const scale = document.createElement('output');
  const status = document.createElement('output');
  scale.textContent = '1×';
  status.className = 'who';
  bar.append(scale, ' ', status);
  flicker.setAttribute('aria-pressed', 'false');
  side.setAttribute('aria-pressed', 'true');
  answers.before(bar);
  answers.tabIndex = 0;
  answers.setAttribute('role', 'group');
  answers.setAttribute('aria-label', 'Pictures: F flickers, arrows step, plus and minus zoom, Escape shows all');
  const keys = {
    f: toggle, F: toggle, ArrowLeft: () => step(-1), ArrowRight: () => step(1), Escape: sideBySide,
    '+': () => enlarge(1), '=': () => enlarge(1), '-': () => enlarge(-1),
  };
  for (const part of [answers, bar]) {
    part.addEventListener('keydown', event => {
      const action = event.ctrlKey || event.altKey || event.metaKey ? undefined : keys[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    });
  }
}
