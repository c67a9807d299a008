// Requests to the studio. A refusal becomes an error whose message says why.

async function checked(response) {
  if (response.ok) return response;
  let detail = `${response.status} ${response.statusText}`;
  try { detail = (await response.json()).detail ?? detail; } catch { /* not JSON: the status has to do */ }
  throw new Error(detail);
}

async function request(path, options) {
  let response;
  try { response = await fetch(path, options); } catch { throw new Error("The studio does not answer. Is it still running?"); }
  return checked(response);
}

export async function get(path) {
  return (await request(path, { cache: "no-store" })).json();
}

function posted(body) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

export async function post(path, body = {}) {
  return (await request(path, posted(body))).json();
}

export async function download(path, body) {
  return (await request(path, posted(body))).blob();
}

/** Networks, models, data and methods; read anew when a view opens. */
export const studio = { networks: [], models: [], data: [], methods: [], directory: "" };

export async function refresh() {
  Object.assign(studio, await get("/api/studio"));
  return studio;
}
