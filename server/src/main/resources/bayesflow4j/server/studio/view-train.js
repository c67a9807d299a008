// Training: start runs, watch them, stop and resume them. The work goes on when the page is closed.
import { h, replace, select, segmented, message, duration, whole, number } from "./dom.js";
import { get, post, studio } from "./api.js";
import { losses, color } from "./charts.js";

const POLL = 700;

/** A name for a network of a model that is not in use. */
export function freeName(model, runs) {
  const base = model.replace(/\.ya?ml$/, "").replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9_]+/, "") || "network";
  const used = new Set([...runs.map(r => r.name), ...studio.networks.map(n => n.id.replace(/\.safetensors$/, ""))]);
  for (let i = 1; ; i++) { const name = i === 1 ? base : `${base}-${i}`; if (!used.has(name)) return name; }
}

export function trainView(main, query) {
  const models = studio.models.filter(m => m.runs && !m.problem);
  const form = { model: query.get("model") ?? "influenza", method: "flow", unit: "minutes", amount: 2, seed: 1, settings: "" };
  if (!models.some(m => m.id === form.model.split(":")[0] || m.id === form.model)) form.model = models[0].id;
  const side = h("div", { class: "side" }), chart = h("div", {}), cards = h("div", {}), legend = h("div", { class: "legend" });
  const overview = h("section", { class: "card", "aria-label": "Losses of all runs" }, h("div", { class: "row spread" }, h("h2", {}, "Loss"), h("span", { class: "small" }, "thin: training, thick: validation on simulations that were held out")), legend, chart);
  replace(main, h("h1", {}, "Train once, ask as often as you like"),
    h("p", { class: "lead" }, "Runs go on when you close this page. A run that is stopped can be resumed, also after the studio was started anew."),
    h("div", { class: "split" }, side, h("div", {}, overview, cards)));

  let runs = [], named = false;
  const name = h("input", { id: "run-name", oninput: () => { named = true; } });

  function sidebar() {
    const method = studio.methods.find(m => m.name === form.method);
    const listed = models.some(m => m.id === form.model) ? models.map(m => m.id) : [form.model, ...models.map(m => m.id)];
    replace(side, h("h2", {}, "New run"), h("div", { class: "fields" },
      h("label", { class: "wide" }, "Model", select(listed, form.model, value => { form.model = value; named = false; suggest(); explain(); }, { id: "run-model" })),
      h("label", { class: "wide" }, "Method", select(studio.methods.map(m => [m.name, m.name]), form.method, value => { form.method = value; sidebar(); }, { id: "run-method" })),
      h("p", { class: "small wide" }, `${method.about}. Needs: ${method.needs}.`),
      h("label", {}, "Budget", h("input", { id: "run-amount", type: "number", min: 0, step: "any", value: form.amount, oninput: event => { form.amount = +event.target.value; } })),
      h("label", {}, "in", select(["minutes", "steps", "simulations"], form.unit, value => { form.unit = value; form.amount = { minutes: 2, steps: 3000, simulations: 100000 }[value]; sidebar(); }, { id: "run-unit" })),
      h("label", {}, "Seed", h("input", { type: "number", min: 0, step: 1, value: form.seed, oninput: event => { form.seed = +event.target.value; } })),
      h("label", {}, "Name", name)),
      h("details", { ontoggle: event => { if (event.target.open) explain(); } }, h("summary", {}, "Settings"),
        h("label", {}, "Changes, as JSON", h("textarea", { rows: 4, spellcheck: "false", placeholder: '{"training": {"batch": 64}}', value: form.settings, oninput: event => { form.settings = event.target.value; } })),
        h("pre", { class: "small", id: "explained" })),
      h("p", {}), h("button", { class: "main", type: "button", id: "start-run", onclick: start }, "Start training"));
    side.querySelector("pre").style.overflowX = "auto";
  }

  function asked() {
    let settings = {};
    if (form.settings.trim()) { try { settings = JSON.parse(form.settings); } catch { throw new Error("Settings: expected JSON such as {\"training\": {\"batch\": 64}}."); } }
    return { model: form.model, method: form.method, budget: { [form.unit]: form.amount }, seed: form.seed, name: name.value.trim(), settings };
  }

  async function explain() {
    const place = document.getElementById("explained");
    if (!place?.closest("details").open) return;
    try { place.textContent = JSON.stringify(await post("/api/settings", asked()), null, 2).replace(/[{}",]/g, "").replace(/^\s*\n/gm, ""); } catch (failure) { place.textContent = failure.message; }
  }

  async function start() {
    try { update(await post("/api/runs", asked())); named = false; suggest(); } catch (failure) { message(failure.message, true); }
  }

  const suggest = () => { if (!named) name.value = freeName(form.model, runs); };

  async function act(run, what) {
    try { update(await post(`/api/runs/${encodeURIComponent(run.name)}/${what}`)); } catch (failure) { message(failure.message, true); }
  }

  const hidden = new Set(), elements = new Map();
  function update(list) {
    runs = list;
    const order = [...runs].reverse();
    const colored = runs.map(run => ({ ...run, color: color(order.findIndex(r => r.name === run.name)) }));
    overview.hidden = runs.length === 0;
    replace(legend, colored.map(run => h("button", { class: "plain", type: "button", "aria-pressed": String(!hidden.has(run.name)), onclick: () => { hidden.has(run.name) ? hidden.delete(run.name) : hidden.add(run.name); update(runs); } },
      h("i", { color: run.color }), run.name)));
    losses(chart, colored.filter(run => !hidden.has(run.name)));
    if (runs.length === 0) replace(cards, h("p", { class: "muted" }, "No runs yet."));
    else {
      for (const key of elements.keys()) if (!runs.some(run => run.name === key)) elements.delete(key);
      if (cards.childElementCount !== runs.length || cards.firstElementChild?.dataset.run !== runs[0].name) replace(cards, runs.map(run => { if (!elements.has(run.name)) elements.set(run.name, h("section", { class: "card", "data-run": run.name })); return elements.get(run.name); }));
      for (const run of colored) {
        const text = JSON.stringify([run.state, run.progress, run.failure, run.notes, run.resumable]);
        const element = elements.get(run.name);
        if (element.dataset.seen !== text) { element.dataset.seen = text; const focused = element.contains(document.activeElement) ? document.activeElement.textContent : null;
          replace(element, card(run, act)); if (focused) [...element.querySelectorAll("button, a")].find(b => b.textContent === focused)?.focus(); }
      }
    }
  }

  let open = true, timer = 0;
  async function poll() {
    try { const list = await get("/api/runs"); if (open) { update(list); if (!name.value) suggest(); } } catch { /* the next poll may succeed */ }
    if (open) timer = setTimeout(poll, POLL);
  }
  const redraw = () => update(runs);
  addEventListener("redraw", redraw);
  sidebar();
  poll();
  return () => { open = false; clearTimeout(timer); removeEventListener("redraw", redraw); };
}

function card(run, act) {
  const p = run.progress, file = encodeURIComponent(run.name + ".safetensors");
  const active = run.state === "running" || run.state === "stopping";
  const [unit, amount] = Object.entries(run.task.budget)[0];
  const working = p.what !== undefined;
  const share = run.state === "done" ? 100 : 100 * (working ? p.done / p.total : p.total ? p.step / p.total : 0);
  const stat = (text, value) => h("div", {}, text, h("b", {}, value));
  return [
    h("div", { class: "row spread" },
      h("div", { class: "row" }, h("span", { class: "dot", background: run.color }), h("h2", {}, run.name), h("span", { class: "badge " + run.state }, run.state)),
      h("div", { class: "actions" },
        active ? h("button", { type: "button", disabled: run.state === "stopping", onclick: () => act(run, "stop") }, "Stop") : null,
        run.state === "stopped" || run.state === "failed" ? h("button", { type: "button", onclick: () => act(run, "resume") }, run.resumable ? "Resume" : "Start again") : null,
        run.state === "done" ? [h("a", { class: "button", href: `#/check?network=${file}` }, "Check"), h("a", { class: "button main", href: `#/infer?network=${file}` }, "Infer")] : null,
        active ? null : h("button", { class: "plain", type: "button", title: "Remove from this list; a finished network stays", onclick: () => act(run, "forget") }, "Forget"))),
    h("p", { class: "small" }, `${run.task.model} by ${run.task.method}, ${whole(amount) === "0" ? amount : +amount} ${unit}, seed ${run.task.seed}`),
    h("div", { class: "bar", role: "progressbar", "aria-valuenow": Math.round(share) }, h("i", { "width%": share.toFixed(1) })),
    run.failure ? h("p", { class: "notice poor" }, run.failure) : null,
    working ? h("p", { class: "busy" }, `${p.what}: ${whole(p.done)} of ${whole(p.total)}`)
      : p.step ? h("div", { class: "stats" }, stat("step", `${whole(p.step)}${active ? " / " + whole(p.total) : ""}`), stat("loss", number(p.loss)),
        stat("validation loss", number(run.validations.at(-1)?.[1] ?? p.validation)), stat("simulations / s", active ? whole(p.simulations_per_second) : "–"), stat("time left", active ? duration(p.seconds_left) : "–"))
        : active ? h("p", { class: "busy" }, "starting …") : null,
    run.notes.length ? h("p", { class: "small" }, run.notes.join(" · ")) : null];
}
