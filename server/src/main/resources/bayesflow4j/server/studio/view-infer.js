// Inference: drop data, see their posterior, change a value and watch it move.
import { h, replace, select, segmented, latest, debounce, message, figure, save } from "./dom.js";
import { post, download, studio } from "./api.js";
import { color } from "./charts.js";
import { drawData, dataTable } from "./data-view.js";
import { dataSource } from "./data-source.js";
import { drawMarginals, drawPairs, summaryTable } from "./posterior-view.js";

const LIVE_DRAWS = 1000;
const FILES = [["results.zip", "Everything (zip)"], ["draws.csv", "Draws (CSV)"], ["draws.npz", "Draws (NPZ)"], ["summary.csv", "Summary (CSV)"], ["summary.json", "Summary (JSON)"], ["report.html", "Report (HTML)"]];

/** What was on the page stays there while other views are looked at. */
const kept = new Map();

export function inferView(main, query) {
  const networks = studio.networks.filter(n => !n.problem);
  if (networks.length === 0) { replace(main, h("h1", {}, "Infer"), h("p", { class: "notice" }, "There is no network yet. ", h("a", { href: "#/train" }, "Train one"), " first.")); return; }
  const asked = query.get("network");
  const network = networks.find(n => n.id === asked) ?? networks[0];
  const { kind, columns, least_rows, most_rows } = network.data;
  const state = kept.get(network.id) ?? { sets: [], active: 0, over: "over", table: false, prior: null, draws: LIVE_DRAWS, seed: 1 };
  kept.set(network.id, state);

  const side = h("div", { class: "side" }), notice = h("div", { "aria-live": "polite" }), speed = h("span", { class: "speed", id: "speed" });
  const data = h("div", { id: "data-figure" }), table = h("div", {}), marginals = h("div", { id: "marginals" }), pairs = h("div", {}), summary = h("div", { id: "summary" }), legend = h("div", { class: "legend" });
  const hint = h("p", { class: "small" }), results = h("div", {});
  replace(main, h("h1", {}, "Drag a data point, watch the posterior move"),
    h("p", { class: "lead" }, "The network was trained once. Each new posterior takes milliseconds, so every change is shown at once."), h("div", { class: "split" }, side, results));

  const mayLeaveOut = kind === "set" && most_rows > least_rows;
  const used = set => set.rows.filter((_, n) => !set.out.has(n)).slice(0, set.first ?? set.rows.length);
  const sent = () => state.sets.map(set => ({ name: set.name, rows: used(set) }));
  const fits = set => { const n = used(set).length; return n >= least_rows && n <= most_rows; };
  const problem = () => { const bad = state.sets.find(set => !fits(set)); return bad ? `${bad.name}: the network was trained for ${least_rows === most_rows ? least_rows : `${least_rows} to ${most_rows}`} rows, got ${used(bad).length}.` : ""; };

  const infer = latest(async () => {
    if (state.sets.length === 0) return;
    if (problem()) { replace(notice, h("p", { class: "notice poor" }, problem())); return; }
    const begun = performance.now();
    const reply = await post("/api/infer", { network: network.id, sets: sent(), draws: state.draws, seed: state.seed });
    const milliseconds = performance.now() - begun;
    if (reply.sets.length !== state.sets.length) return;
    reply.sets.forEach((one, k) => {
      const set = state.sets[k];
      set.posterior = one;
      if (!set.first_posterior) set.first_posterior = one;
    });
    replace(speed, "new posterior in ", h("b", {}, `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`));
    speed.dataset.count = String(1 + +(speed.dataset.count ?? 0));
    const m = reply.misspecification;
    const trust = reply.standing;
    replace(notice, h("p", { class: "notice " + trust.grade }, trust.sentence),
      h("p", { class: "notice " + (!m.available ? "" : m.warning ? "poor" : trust.grade === "good" ? "good" : "fair") }, m.sentence));
    drawPosterior();
    predict();
  });
  const predict = debounce(120, latest(async () => {
    if (!network.model_id || state.sets.length === 0 || problem()) return;
    const reply = await post("/api/predict", { network: network.id, sets: sent(), draws: 300, seed: state.seed });
    reply.sets.forEach((one, k) => { if (state.sets[k]) { state.sets[k].bands = one.bands; state.sets[k].values = one.values; } });
    drawObserved();
  }));

  let dragging = false;
  function drawObserved() {
    if (dragging || state.sets.length === 0 || !data.isConnected) return;
    const one = state.over === "beside" || state.sets.length === 1;
    const list = one ? [state.active] : d3.range(state.sets.length);
    drawData(data, { kind, columns, sets: list.map(k => ({ ...view(k), bands: trimmed(state.sets[k]), ink: one ? "var(--c1)" : undefined })),
      edit: { set: list.indexOf(state.active), change, toggle: mayLeaveOut ? toggle : null, hold } });
    if (state.table) replace(table, dataTable(columns, state.sets[state.active], change, mayLeaveOut ? toggle : null));
    else replace(table);
  }
  const trimmed = set => set.bands;
  const view = k => ({ name: state.sets[k].name, color: color(k), rows: state.sets[k].rows, original: state.sets[k].original, out: state.sets[k].out, values: state.sets[k].values });

  function change(n, c, value, final) {
    const set = state.sets[state.active];
    set.rows[n] = set.rows[n].map((old, k) => k === c ? value : old);
    set.edited = true;
    infer();
    if (final) { sidebar(); drawObserved(); }
  }
  /** While a point is held, the figure under it must stay. */
  function hold(held) {
    dragging = held;
    if (!held) drawObserved();
  }
  function toggle(n) {
    const set = state.sets[state.active];
    if (set.out.has(n)) set.out.delete(n); else set.out.add(n);
    set.edited = true;
    drawObserved();
    sidebar();
    infer();
  }
  function undo(set) {
    set.rows = set.original.map(row => [...row]);
    set.out.clear();
    set.first = undefined;
    set.edited = false;
    drawObserved();
    sidebar();
    infer();
  }

  function drawPosterior() {
    if (!marginals.isConnected) return;
    const beside = state.over === "beside" && state.sets.length > 1;
    const all = state.sets.map((set, k) => ({ name: set.name, color: color(k), draws: set.posterior?.draws, summary: set.posterior?.summary, before: set.edited ? set.first_posterior.draws : null })).filter(s => s.draws);
    if (all.length === 0) return;
    if (beside) {
      if (marginals.childElementCount !== all.length || !marginals.firstElementChild.dataset.beside)
        replace(marginals, all.map(s => h("div", { "data-beside": "1" }, h("h3", {}, s.name), h("div", {}))));
      all.forEach((s, k) => drawMarginals(marginals.children[k].lastElementChild, { parameters: network.parameters, sets: [s], prior: state.prior }));
    } else {
      if (marginals.firstElementChild?.dataset.beside) replace(marginals);
      drawMarginals(marginals, { parameters: network.parameters, sets: all, prior: state.prior });
    }
    replace(summary, summaryTable(network.parameters, all));
    replace(legend, all.map(s => h("span", {}, h("i", { color: s.color }), s.name)), state.sets.some(s => s.edited) ? h("span", {}, h("i", { class: "dashed", color: "var(--muted)" }), "before your changes") : null,
      state.prior ? h("span", {}, h("i", { class: "area", background: "var(--chance)" }), "prior") : null);
    drawPairsSoon(all);
  }
  const drawPairsSoon = debounce(180, all => { if (pairs.isConnected) drawPairs(pairs, { parameters: network.parameters, sets: all }); });

  function add(sets) {
    for (const set of sets) {
      if (state.sets.length >= 7) { message("The page shows up to seven data sets; bayesflow infer takes any number."); break; }
      state.sets.push({ name: set.name, rows: set.rows.map(row => [...row]), original: set.rows.map(row => [...row]), out: new Set() });
      state.active = state.sets.length - 1;
    }
    everything();
  }

  async function simulateOne() {
    try {
      const rows = Math.min(most_rows, Math.max(least_rows, 100));
      const reply = await post("/api/simulate", { model: network.model_id, count: rows, sets: 1, seed: Math.floor(1e9 * Math.random()) });
      add([{ name: `simulated ${1 + state.sets.filter(s => s.name.startsWith("simulated")).length}`, rows: reply.sets[0] }]);
    } catch (failure) { message(failure.message, true); }
  }

  function sidebar() {
    const source = dataSource(columns, add, network.model_id ? [h("button", { type: "button", onclick: simulateOne }, "Simulate one")] : []);
    const set = state.sets[state.active];
    replace(side,
      h("label", {}, "Network", select(networks.map(n => [n.id, n.id.replace(/\.safetensors$/, "")]), network.id, id => { location.hash = `#/infer?network=${encodeURIComponent(id)}`; }, { id: "infer-network" })),
      h("p", { class: "small" }, `${network.model} by ${network.method}; reads ${least_rows === most_rows ? least_rows : `${least_rows} to ${most_rows}`} × (${columns.slice(0, 6).join(", ")}${columns.length > 6 ? ", …" : ""})`),
      source.element,
      h("div", { class: "chips" }, state.sets.map((one, k) => h("div", { class: "chip", role: "button", tabindex: 0, "aria-current": String(k === state.active), onclick: () => { state.active = k; everything(); },
        onkeydown: event => { if (event.key === "Enter") { state.active = k; everything(); } } },
        h("span", { class: "dot", background: color(k) }), h("span", { class: "name", title: one.name }, one.name), one.edited ? h("span", { class: "badge" }, "changed") : null,
        h("button", { class: "plain", type: "button", "aria-label": `remove ${one.name}`, onclick: event => { event.stopPropagation(); state.sets.splice(k, 1); state.active = Math.max(0, Math.min(state.active, state.sets.length - 1)); everything(); } }, "✕")))),
      set ? [
        h("div", { class: "actions" }, h("button", { type: "button", id: "undo", disabled: !set.edited, onclick: () => undo(set) }, "Undo changes"),
          h("button", { type: "button", "aria-pressed": String(state.table), onclick: () => { state.table = !state.table; sidebar(); drawObserved(); } }, "Table")),
        kind === "series" && most_rows > least_rows && set.rows.length > least_rows ? h("label", {}, `Use the first ${set.first ?? set.rows.length} rows`, h("input", { type: "range", min: least_rows, max: Math.min(most_rows, set.rows.length), value: set.first ?? set.rows.length,
          oninput: event => { set.first = +event.target.value; set.edited = true; event.target.parentElement.firstChild.textContent = `Use the first ${set.first} rows`; infer(); } })) : null,
        h("h2", { class: "section" }, "Download"),
        h("p", { class: "small" }, "What ", h("code", {}, "bayesflow infer"), " writes, for the data as they are on the page."),
        h("div", { class: "actions" }, FILES.map(([file, text]) => h("button", { type: "button", "data-file": file, onclick: event => fetchFile(event.target, file) }, text)))] : null);
  }

  async function fetchFile(button, file) {
    button.disabled = true;
    try { save(await download(`/api/download/${file}`, { network: network.id, sets: sent(), draws: 2000, seed: state.seed }), file); } catch (failure) { message(failure.message, true); }
    button.disabled = false;
  }

  function everything() {
    sidebar();
    if (state.sets.length === 0) { replace(results, h("div", { class: "card" }, h("h2", {}, "No data yet"), h("p", { class: "muted" }, "Drop a CSV file, choose one of the directory, or simulate a data set."))); return; }
    hint.textContent = `Drag a point, or move it with the arrow keys.${mayLeaveOut ? " Click it to leave its row out." : kind === "set" ? " Rows cannot be left out: the network was trained for exactly this many." : ""}`;
    const several = state.sets.length > 1 ? segmented([["over", "Over each other"], ["beside", "Beside each other"]], state.over, value => { state.over = value; drawPosterior(); drawObserved(); }, "several data sets") : null;
    replace(results, notice,
      figure(network.model_id ? "Data, and what the posterior predicts" : "Data", "", h("div", {}, hint, data, table), several),
      figure("Posterior of each parameter", "", h("div", {}, legend, marginals), speed),
      network.parameters.length > 1 ? figure("Posterior of each pair of parameters", "Draws, and the regions that hold 50 % and 90 % of them.", pairs) : null,
      h("section", { class: "figure" }, h("h2", {}, "Summary"), summary));
    drawObserved();
    infer();
  }

  const redraw = () => { replace(marginals); drawObserved(); drawPosterior(); };
  addEventListener("redraw", redraw);
  if (network.model_id && !state.prior) post("/api/model", { model: network.model_id }).then(model => { state.prior = model.prior_draws; drawPosterior(); }).catch(() => {});
  if (query.get("school") && state.sets.length === 0) post("/api/data", { columns: ["in_bed"] }).then(reply => add(reply.sets));
  else everything();
  return () => removeEventListener("redraw", redraw);
}
