// Checking: verdict, metrics and the figures of the report, in which every point tells what it is.
import { h, replace, select, message, number, figure, tip } from "./dom.js";
import { post, studio } from "./api.js";
import { frame, linear, line, band, rule, hover, extent, shortNumber, losses } from "./charts.js";
import { drawMarginals, drawPairs } from "./posterior-view.js";
import { drawData } from "./data-view.js";

const WORDS = { nrmse: "NRMSE", r2: "R²", calibrationError: "calibration error", contraction: "contraction", zScore: "z-score", zScoreSpread: "spread of the z-scores", posteriorSd: "posterior sd",
  coverage50: "coverage of 50 % intervals", coverage90: "coverage of 90 % intervals", sbcPValue: "rank test, p", tarpError: "joint calibration error", tarpPValue: "joint test, p" };

export function checkView(main, query) {
  const networks = studio.networks.filter(n => !n.problem);
  if (networks.length === 0) { replace(main, h("h1", {}, "Check"), h("p", { class: "notice" }, "There is no network yet. ", h("a", { href: "#/train" }, "Train one"), " first.")); return; }
  const state = { id: query.get("network") ?? networks[0].id, sets: 300, draws: 500 };
  if (!networks.some(n => n.id === state.id)) state.id = networks[0].id;
  const content = h("div", {}), run = h("button", { class: "main", type: "button", id: "run-check", onclick: start }, "Run the check");
  replace(main, h("h1", {}, "Can its posteriors be trusted?"),
    h("p", { class: "lead" }, "The network is tested on simulated data sets whose true parameters are known."),
    h("div", { class: "card row" },
      h("label", { class: "grow" }, "Network", select(networks.map(n => [n.id, n.id.replace(/\.safetensors$/, "")]), state.id, value => { state.id = value; result = null; replace(content); poll(); }, { id: "check-network" })),
      h("label", {}, "Data sets", h("input", { type: "number", min: 20, max: 2000, value: state.sets, oninput: event => { state.sets = +event.target.value; } })),
      h("label", {}, "Draws each", h("input", { type: "number", min: 20, max: 2000, value: state.draws, oninput: event => { state.draws = +event.target.value; } })), run), content);

  let open = true, timer = 0, result = null;
  async function start() {
    try { await post("/api/check", { network: state.id, data_sets: state.sets, draws: state.draws }); result = null; poll(); } catch (failure) { message(failure.message, true); }
  }
  async function poll() {
    clearTimeout(timer);
    const reply = await post("/api/check/state", { network: state.id });
    if (!open) return;
    run.disabled = reply.state === "running";
    if (reply.state === "running") { replace(content, h("p", { class: "busy" }, "simulating, inferring, testing …")); timer = setTimeout(poll, 500); }
    else if (reply.state === "failed") replace(content, h("p", { class: "notice poor" }, reply.failure));
    else if (reply.state === "done") { result = reply.check; render(); }
    else replace(content, h("p", { class: "muted" }, "Not checked yet in this studio. A check of 300 data sets takes a few seconds for most models."));
  }
  function render() {
    if (!result) return;
    replace(content, verdict(result.verdict), result.note ? h("p", { class: "notice fair" }, result.note) : null, byCount(result), result.parameters.length ? figures(result, state.id) : null, metrics(result),
      h("p", {}, h("a", { class: "button", href: `/api/check/report?network=${encodeURIComponent(state.id)}`, target: "_blank" }, "Open the full report")));
    dispatchEvent(new Event("draw-figures"));
  }
  addEventListener("redraw", render);
  poll();
  return () => { open = false; clearTimeout(timer); removeEventListener("redraw", render); };
}

function verdict(v) {
  return h("section", { class: "verdict " + v.grade, id: "verdict" }, h("p", { class: "headline" }, v.headline),
    h("ul", {}, v.findings.map(f => h("li", { class: f.grade }, f.text)), h("li", { class: v.joint_grade }, v.joint)), h("p", { class: "small" }, v.power));
}

function byCount(result) {
  if (result.by_count.length === 0) return null;
  return h("div", {}, result.by_count.map(v => h("p", { class: "notice " + v.grade }, h("b", {}, `${v.rows} rows: `), v.headline)));
}

function metrics(result) {
  const all = result.metrics.metrics, names = [...result.metrics.parameters, "all"];
  const used = names.filter(name => Object.values(all).some(m => name in m));
  const label = name => result.parameters.find(p => p.name === name)?.label ?? name;
  const cell = e => !e || e.mean === null ? "" : `${Math.abs(e.mean) < 10 ? e.mean.toFixed(3) : e.mean.toPrecision(3)}${e.se ? ` ± ${e.se.toPrecision(2)}` : ""}`;
  return h("section", { class: "figure" }, h("h2", {}, `Metrics (${result.data_sets} data sets × ${result.draws} draws; bootstrap mean ± standard error)`), h("div", { class: "scroll" },
    h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "metric"), used.map(n => h("th", {}, label(n))))), h("tbody", {}, Object.entries(all).map(([name, values]) => h("tr", {}, h("td", {}, WORDS[name] ?? name), used.map(n => h("td", {}, cell(values[n])))))))));
}

/** Charts need their width, so they are drawn once their places are on the page. */
function panels(parameters, draw) {
  const grid = h("div", { class: "panels" }, parameters.map(p => h("div", { class: "panel" }, h("h4", {}, p.label), h("div", {}))));
  addEventListener("draw-figures", () => { if (grid.isConnected) parameters.forEach((p, j) => draw(grid.children[j].lastElementChild, p)); }, { once: true });
  return grid;
}

function figures(result, network) {
  const ps = result.parameters, show = k => openDataSet(network, k, ps);
  const loss = h("div", {});
  if (result.losses.length > 1) addEventListener("draw-figures", () => losses(loss, [{ name: "loss", color: "var(--c0)", losses: result.losses.map(p => [p[0], p[1]]), validations: result.losses.map(p => [p[0], p[2]]) }]), { once: true });
  return [
    figure("Recovery", "Posterior means against the truth, with one posterior standard deviation on either side. Click a point to see that data set and its posterior.", panels(ps, (place, p) => recovery(place, p, show))),
    figure("Ranks of the truths (simulation-based calibration)", "Exact posteriors give bars of equal height: all bars of a panel lie in the gray band with probability 0.95. A hill means under-confident, a valley over-confident, a slope biased.", panels(ps, ranks)),
    figure("Distribution of the ranks minus the uniform distribution", "For exact posteriors, the whole line stays in the gray band with probability 0.95.", panels(ps, (place, p) => curve(place, p.rank_curve, "rank / L", "difference", p.label, true))),
    figure("Coverage of central intervals", "Share of truths in the central intervals of each level. Below the band, posteriors are over-confident or biased; above it, under-confident.", panels(ps, (place, p) => curve(place, p.coverage, "level of the interval", "truths inside", p.label, false))),
    figure("z-score against contraction", "Points to the right are well determined by the data; between −2 and 2 the truth lies where the posterior says. Click a point to see its data set.", panels(ps, (place, p) => sensitivity(place, p, show))),
    result.losses.length > 1 ? figure("Losses", "Thin: training, thick: validation.", loss) : null];
}

function dots(chart, xs, ys, text, show) {
  chart.plot.append("g").selectAll("circle").data(d3.range(xs.length)).join("circle").attr("cx", k => chart.x(xs[k])).attr("cy", k => chart.y(ys[k])).attr("r", 3.2)
    .style("fill", "var(--c0)").attr("fill-opacity", .6).style("cursor", "pointer").attr("class", "dataset")
    .on("pointermove", function (event, k) { d3.select(this).attr("r", 5.5).attr("fill-opacity", 1); tip(event, text(k)); })
    .on("pointerleave", function (event) { d3.select(this).attr("r", 3.2).attr("fill-opacity", .6); tip(event, ""); }).on("click", (event, k) => { tip(event, ""); show(k); });
}

function recovery(place, p, show) {
  const low = p.mean.map((m, k) => m - p.sd[k]), high = p.mean.map((m, k) => m + p.sd[k]), domain = extent(p.truth, low, high);
  const chart = frame(place, { height: 250, x: linear(domain), y: linear(domain), xLabel: "truth", yLabel: "posterior mean", xFormat: shortNumber, yFormat: shortNumber, label: `recovery of ${p.label}` });
  rule(chart, [domain[0], domain[0]], [domain[1], domain[1]]);
  chart.plot.append("path").style("stroke", "var(--c0)").attr("stroke-opacity", .3).attr("d", p.truth.map((t, k) => `M${chart.x(t)},${chart.y(low[k])}V${chart.y(high[k])}`).join(""));
  dots(chart, p.truth, p.mean, k => `data set ${k}\ntruth ${number(p.truth[k])}\nposterior ${number(p.mean[k])} ± ${number(p.sd[k])}\nz-score ${number(p.z[k])}`, show);
}

function ranks(place, p) {
  const bins = p.ranks.length, total = d3.sum(p.ranks);
  const chart = frame(place, { height: 210, x: linear([0, 1]), y: linear([0, 1.08 * Math.max(d3.max(p.ranks), p.rank_band[1])]), xLabel: "rank / L", yLabel: "data sets", label: `ranks of ${p.label}` });
  band(chart, [0, 1], [p.rank_band[0], p.rank_band[0]], [p.rank_band[1], p.rank_band[1]], "var(--chance)", .3);
  p.ranks.forEach((count, b) => chart.plot.append("rect").attr("x", chart.x((b + .05) / bins)).attr("width", .9 * (chart.x(1 / bins) - chart.x(0))).attr("y", chart.y(count)).attr("height", chart.y(0) - chart.y(count))
    .style("fill", "var(--c0)").attr("fill-opacity", .8).on("pointermove", event => tip(event, `${count} data sets with ranks from ${number(b / bins)} to ${number((b + 1) / bins)}\nexpected ${number(total / bins)}, by chance ${p.rank_band[0]} to ${p.rank_band[1]}`)).on("pointerleave", event => tip(event, "")));
  rule(chart, [0, total / bins], [1, total / bins]);
}

function curve(place, c, xLabel, yLabel, label, step) {
  const chart = frame(place, { height: 220, x: linear([0, 1]), y: linear(extent(c.lower, c.upper, c.value)), xLabel, yLabel, label: `${yLabel} of ${label}` });
  band(chart, c.at, c.lower, c.upper, "var(--chance)", .3);
  rule(chart, [0, 0], [1, step ? 0 : 1]);
  line(chart, c.at.map((a, i) => [a, c.value[i]]), "var(--c0)", { step });
  hover(chart, c.at, i => `${xLabel} ${number(c.at[i])}\n${yLabel} ${number(c.value[i])}\nby chance ${number(c.lower[i])} to ${number(c.upper[i])}`);
}

function sensitivity(place, p, show) {
  const least = Math.min(0, d3.min(p.contraction));
  const chart = frame(place, { height: 220, x: linear([least - .03, 1.03]), y: linear(extent([-3, 3], p.z)), xLabel: "contraction", yLabel: "z-score", label: `z-scores of ${p.label}` });
  band(chart, [least, 1], [-2, -2], [2, 2], "var(--chance)", .22);
  rule(chart, [least, 0], [1, 0]);
  dots(chart, p.contraction, p.z, k => `data set ${k}\ncontraction ${number(p.contraction[k])}\nz-score ${number(p.z[k])}`, show);
}

async function openDataSet(network, k, parameters) {
  try {
    const one = await post("/api/check/dataset", { network, data_set: k }), about = studio.networks.find(n => n.id === network);
    const marginals = h("div", {}), pairs = h("div", {}), data = h("div", {});
    const dialog = h("dialog", { onclose: () => dialog.remove(), "aria-label": `data set ${k}` }, h("div", { class: "row spread" }, h("h1", {}, `Data set ${k}`), h("button", { type: "button", onclick: () => dialog.close() }, "Close")),
      h("div", { class: "legend" }, h("span", {}, h("i", { color: "var(--c0)" }), "posterior"), h("span", {}, h("i", { class: "dashed", color: "var(--ink)" }), "truth")), marginals,
      h("h2", { class: "section" }, "Data and what the posterior predicts"), data, h("h2", { class: "section" }, "Pairs"), pairs);
    document.body.append(dialog);
    dialog.showModal();
    const full = about.parameters, sets = [{ name: "posterior", color: "var(--c0)", draws: one.draws, summary: one.summary }];
    drawMarginals(marginals, { parameters: full, sets, truth: one.truth });
    drawData(data, { kind: about.data.kind, columns: about.data.columns, sets: [{ name: "data", color: "var(--c0)", ink: "var(--c1)", rows: one.rows, bands: one.predictive.bands, values: one.predictive.values }] });
    drawPairs(pairs, { parameters: full, sets, truth: one.truth });
  } catch (failure) { message(failure.message, true); }
}
