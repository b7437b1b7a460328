// The server of this page: questions, and what it tells by itself.

/** An answer that says why something can not be done: `data` has a message, a mistake of the spec, or a setting. */
export class Refusal extends Error {
  constructor(data) {
    super(data.message ?? "refused");
    this.data = data;
  }
}

async function answer(response) {
  const data = await response.json().catch(() => ({ message: "The server gave no answer that can be read." }));
  if (!response.ok) throw new Refusal(data);
  return data;
}

/** Asks for something; parameters without a value are left out. */
export async function ask(path, parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
  return answer(await fetch(`${path}?${new URLSearchParams(given)}`));
}

/** Sends something as JSON. */
export async function send(path, body) {
  const headers = { "Content-Type": "application/json" };
  return answer(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** Calls a function for each kind of event, and `gone` when the server does not answer. */
export function listen(handlers, gone) {
  const source = new EventSource("events");
  for (const [name, handle] of Object.entries(handlers)) {
    source.addEventListener(name, (event) => handle(JSON.parse(event.data)));
  }
  source.addEventListener("error", gone);
}
