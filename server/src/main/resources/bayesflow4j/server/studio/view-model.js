// The model: parameters with their priors, data simulated while they are dragged, and observed data over them.
import { h, replace, select, latest, number, message, figure } from "./dom.js";
import { post, studio } from "./api.js";
import { drawData } from "./data-view.js";
import { dataSource } from "./data-source.js";
import { density, range } from "./density.js";
import { frame, linear, area, shortNumber } from "./charts.js";

const REPLICATES = 12;
const PRIOR_SETS = 60;

export function modelView(main, query) {
  const runnable = studio.models.filter(m => m.runs && !m.problem);
  const state = { id: query.get("model") ?? "influenza", observed: [], seed: 1, model: null, theta: [], count: 0, options: {} };
  if (!runnable.some(m => m.id === state.id.split(":")[0] || m.id === state.id)) state.id = runnable[0].id;
  const side = h("div", { class: "side" });
  const live = h("div", {}), prior = h("div", {}), speed = h("span", { class: "speed" });
  replace(main, h("h1", {}, "Does the model make data like mine?"),
    h("p", { class: "lead" }, "Drag a parameter and watch the data that it makes. Lay your own data over them."),
    h("div", { class: "split" }, side, h("div", {},
      figure("Data at these parameters", `Blue: one simulated data set. Behind it: ${REPLICATES} more with the same parameters.`, live, speed),
      figure("Data from the prior", `${PRIOR_SETS} data sets, each with parameters from the prior: all that the model thinks possible. Your data should not look strange among them.`, prior,
        h("button", { class: "plain", type: "button", onclick: () => { state.seed++; samplePrior(); simulate(); } }, "Draw again")))));

  const shown = { live: [], prior: [] };
  const draw = () => {
    if (!state.model) return;
    const { kind, columns } = state.model.data;
    const observed = state.observed.map((set, i) => ({ ...set, color: `var(--c${1 + i % 6})` }));
    if (shown.live.length) drawData(live, { kind, columns, sets: [{ name: "simulated", color: "var(--c0)", rows: shown.live[0], points: kind !== "series" }, ...observed], faint: shown.live.slice(1), faintColor: "var(--c0)", faintOpacity: .22 });
    if (shown.prior.length) drawData(prior, { kind, columns, sets: observed, faint: shown.prior, faintOpacity: .35 });
  };
  const simulate = latest(async () => {
    const begun = performance.now();
    try {
      const reply = await post("/api/simulate", { model: state.id, theta: state.theta, count: state.count, sets: 1 + REPLICATES, seed: state.seed });
      shown.live = reply.sets;
      replace(speed, `${1 + REPLICATES} simulations in `, h("b", {}, `${(performance.now() - begun).toFixed(0)} ms`));
      draw();
    } catch (failure) { replace(speed, failure.message); }
  });
  const samplePrior = latest(async () => {
    shown.prior = (await post("/api/simulate", { model: state.id, count: state.count, sets: PRIOR_SETS, seed: state.seed })).sets;
    draw();
  });

  async function open(id) {
    try { state.model = await post("/api/model", { model: id }); } catch (failure) { message(failure.message, true); return; }
    state.id = id;
    history.replaceState(null, "", `#/model?model=${encodeURIComponent(id)}`);
    state.theta = [...state.model.start];
    const { least_rows, most_rows, columns } = state.model.data;
    state.count = Math.min(most_rows, Math.max(least_rows, 100));
    if (!state.observed.every(set => set.rows[0].length === columns.length)) state.observed = [];
    sidebar();
    simulate();
    samplePrior();
  }

  function sidebar() {
    const family = runnable.find(m => m.id === state.id) ?? runnable.find(m => m.id === state.id.split(":")[0]);
    const inputs = [];
    const source = dataSource(state.model.data.columns, sets => { state.observed.push(...sets.slice(0, 6)); sidebar(); draw(); });
    const sliders = state.model.parameters.map((p, j) => slider(p, j, state, inputs, simulate));
    const { least_rows, most_rows, kind } = state.model.data;
    replace(side,
      h("label", {}, "Model", select(runnable.map(m => [m.id, m.id]), family.id, open, { id: "model" })),
      h("p", { class: "small" }, `${family.about}. `, state.model.reference),
      family.options.length ? options(family, state, open) : null,
      h("div", { class: "actions" },
        h("button", { type: "button", id: "draw-prior", onclick: () => { const n = Math.floor(Math.random() * state.model.prior_draws[0].length); set(state.model.prior_draws.map(d => d[n])); } }, "Draw from the prior"),
        h("button", { type: "button", onclick: () => set([...state.model.start]) }, "Reset")),
      sliders,
      most_rows > least_rows ? h("div", { class: "parameter" }, h("div", { class: "head" }, h("b", {}, kind === "series" ? "T" : "N"), h("span", { class: "prior" }, `${least_rows} to ${most_rows} rows`), h("output", {}, String(state.count))),
        h("input", { type: "range", min: least_rows, max: most_rows, value: state.count, "aria-label": "number of rows", oninput: event => {
          state.count = +event.target.value; event.target.previousElementSibling.lastElementChild.textContent = state.count; simulate(); samplePrior(); } })) : null,
      h("h2", { class: "section" }, "Observed data"), source.element,
      h("div", { class: "chips" }, state.observed.map((one, i) => h("div", { class: "chip" }, h("span", { class: "dot", background: `var(--c${1 + i % 6})` }), h("span", { class: "name" }, one.name),
        h("button", { class: "plain", type: "button", "aria-label": `remove ${one.name}`, onclick: () => { state.observed.splice(i, 1); sidebar(); draw(); } }, "✕")))),
      h("a", { class: "button main", href: `#/train?model=${encodeURIComponent(state.id)}` }, "Train a network for this model"));
    sparklines(state, sliders);
    function set(theta) { state.theta = theta; theta.forEach((value, j) => inputs[j](value)); simulate(); }
  }

  addEventListener("redraw", draw);
  open(state.id).then(() => { if (query.get("school")) post("/api/data", { columns: ["in_bed"] }).then(reply => { state.observed = reply.sets; sidebar(); draw(); }); });
  return () => removeEventListener("redraw", draw);
}

/** Where a slider goes: the bounds where there are two near ones, otherwise nearly all of the prior. */
function limits(p, draws) {
  return p.lower !== undefined && p.upper !== undefined ? [p.lower, p.upper] : range(draws, p.lower, p.upper);
}

function slider(p, j, state, inputs, simulate) {
  const [low, high] = limits(p, state.model.prior_draws[j]);
  const steps = 1000, toStep = v => Math.round(steps * (v - low) / (high - low)), toValue = s => low + (high - low) * Math.min(0.9995, Math.max(0.0005, s / steps));
  const range_ = h("input", { type: "range", min: 0, max: steps, value: toStep(state.theta[j]), "aria-label": p.name, "data-parameter": p.name,
    oninput: event => { state.theta[j] = toValue(+event.target.value); box.value = +state.theta[j].toPrecision(4); simulate(); } });
  const box = h("input", { class: "number", type: "number", step: "any", value: +state.theta[j].toPrecision(4), "aria-label": `value of ${p.name}`,
    onchange: event => { const value = parseFloat(event.target.value); if (!Number.isFinite(value)) return; state.theta[j] = value; range_.value = toStep(value); simulate(); } });
  inputs[j] = value => { range_.value = toStep(value); box.value = +value.toPrecision(4); };
  return h("div", { class: "parameter" }, h("div", { class: "head" }, h("b", {}, p.label), h("span", { class: "prior", title: `${p.name} ~ ${p.prior}` }, `~ ${p.prior}`), box), h("div", { class: "spark" }), range_);
}

/** The density of the prior above each slider. */
function sparklines(state, sliders) {
  sliders.forEach((element, j) => {
    const p = state.model.parameters[j], domain = limits(p, state.model.prior_draws[j]), place = element.querySelector(".spark");
    const curve = density(state.model.prior_draws[j], domain, p.lower, p.upper);
    const chart = frame(place, { height: 34, x: linear(domain), y: linear([0, d3.max(curve, q => q[1])]), left: 8, right: 8, top: 2, bottom: 1, yTicks: 0, xTicks: 0, label: `prior of ${p.label}` });
    area(chart, curve, "var(--chance)", .35);
  });
}

function options(family, state, open) {
  const chosen = Object.fromEntries(state.id.includes(":") ? state.id.split(":")[1].split(",").map(part => part.split("=")) : []);
  return h("details", { open: state.id.includes(":") }, h("summary", {}, "Options"), h("div", { class: "fields" }, family.options.map(o => h("label", { class: "wide", title: o.meaning }, `${o.name}: ${o.meaning}`,
    h("input", { value: chosen[o.name] ?? o.fallback, onchange: event => {
      chosen[o.name] = event.target.value.trim();
      const text = Object.entries(chosen).map(([k, v]) => `${k}=${v}`).join(",");
      open(`${family.id}:${text}`);
    } })))));
}
