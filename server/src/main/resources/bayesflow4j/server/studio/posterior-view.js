// Posteriors as figures: each parameter, and each pair.
import { h, replace, number } from "./dom.js";
import { frame, linear, line, area, hover, rule, shortNumber } from "./charts.js";
import { density, range } from "./density.js";

/**
 * The marginal of each parameter.
 *   parameters   [{name, label, lower, upper}]
 *   sets         [{name, color, draws: [D][L], before: [D][L] or none}]
 *   prior        [D][n] or none; derived quantities have none
 *   truth        [D] or none
 */
export function drawMarginals(container, { parameters, sets, prior, truth, columns = 0 }) {
  let grid = container.firstElementChild;
  if (!grid || grid.childElementCount !== parameters.length) {
    grid = h("div", { class: "panels" }, parameters.map(p => h("div", { class: "panel" }, h("h4", {}, p.label), h("div", {}))));
    replace(container, grid);
  }
  parameters.forEach((p, j) => {
    const all = sets.flatMap(s => [range(s.draws[j], p.lower, p.upper), s.before ? range(s.before[j], p.lower, p.upper) : []]).flat();
    if (truth) all.push(truth[j]);
    const domain = [d3.min(all), d3.max(all)];
    const pad = 0.12 * (domain[1] - domain[0] || 1);
    const wide = [Math.max(p.lower ?? -Infinity, domain[0] - pad), Math.min(p.upper ?? Infinity, domain[1] + pad)];
    const curves = sets.map(s => density(s.draws[j], wide, p.lower, p.upper));
    const before = sets.map(s => s.before ? density(s.before[j], wide, p.lower, p.upper) : null);
    const ofPrior = prior?.[j];
    const priorCurve = ofPrior ? density(ofPrior, wide, p.lower, p.upper) : null;
    const inside = ofPrior ? ofPrior.filter(v => v >= wide[0] && v <= wide[1]).length / ofPrior.length : 1;
    const top = d3.max([...curves, ...before.filter(Boolean)], curve => d3.max(curve, q => q[1]));
    const chart = frame(grid.children[j].lastElementChild, { height: 190, left: 10, bottom: 26, x: linear(wide), y: linear([0, 1.06 * top]), yTicks: 0, xTicks: 5, xFormat: shortNumber,
      label: `posterior of ${p.label}` });
    if (priorCurve && inside > 0) area(chart, priorCurve, "var(--chance)", .28);
    curves.forEach((curve, i) => {
      area(chart, curve, sets[i].color, sets.length > 2 ? .08 : .24);
      if (before[i]) line(chart, before[i], sets[i].color, { dashed: true, width: 1.3, opacity: .75 });
      line(chart, curve, sets[i].color, { width: 2.2 });
    });
    if (truth) rule(chart, [truth[j], 0], [truth[j], 2 * top], "var(--ink)");
    const at = curves[0].map(q => q[0]);
    const summaries = sets.map(s => s.summary?.[j]);
    hover(chart, at, i => `${p.label} = ${number(at[i])}\n` + sets.map((s, k) => summaries[k]
      ? `${s.name}: median ${number(summaries[k].median)}, 90 % in ${number(summaries[k].q05)} to ${number(summaries[k].q95)}` : s.name).join("\n")
      + (truth ? `\ntruth ${number(truth[j])}` : ""));
  });
}

const MOST_PARAMETERS = 6;
const SHOWN_POINTS = 350;

/** Pairs of parameters: draws and contours that hold 50 and 90 percent of them. */
export function drawPairs(container, { parameters, sets, truth }) {
  const count = Math.min(parameters.length, MOST_PARAMETERS);
  if (count < 2) { replace(container); return; }
  const matrix = h("div", { class: "matrix" });
  matrix.style.gridTemplateColumns = `repeat(${count - 1}, minmax(0, 1fr))`;
  const cells = [];
  for (let row = 1; row < count; row++)
    for (let col = 0; col < count - 1; col++) {
      const cell = h("div", {});
      matrix.append(cell);
      if (col < row) cells.push([cell, row, col]);
    }
  const room = Math.min(760, 300 * (count - 1) + 60);
  matrix.style.maxWidth = room + "px";
  replace(container, matrix, parameters.length > count ? h("p", { class: "small" }, `The first ${count} of ${parameters.length} parameters.`) : null);
  const limits = parameters.slice(0, count).map((p, j) => {
    const all = sets.flatMap(s => range(s.draws[j], p.lower, p.upper)).concat(truth ? [truth[j]] : []);
    const pad = 0.04 * (d3.max(all) - d3.min(all) || 1);
    return [Math.max(p.lower ?? -Infinity, d3.min(all) - pad), Math.min(p.upper ?? Infinity, d3.max(all) + pad)];
  });
  for (const [cell, row, col] of cells) {
    const chart = frame(cell, { height: Math.max(130, 0.8 * cell.clientWidth), x: linear(limits[col]), y: linear(limits[row]), left: col === 0 ? 52 : 34, xTicks: 4, yTicks: 4,
      xLabel: row === count - 1 ? parameters[col].label : "", yLabel: col === 0 ? parameters[row].label : "", bottom: row === count - 1 ? 34 : 22, right: 6, grid: false, xFormat: shortNumber, yFormat: shortNumber,
      label: `${parameters[row].label} against ${parameters[col].label}` });
    for (const set of sets) {
      const xs = set.draws[col], ys = set.draws[row], every = Math.max(1, Math.floor(xs.length * sets.length / SHOWN_POINTS));
      const dots = chart.plot.append("g").style("fill", set.color).attr("fill-opacity", .28);
      for (let l = 0; l < xs.length; l += every) dots.append("circle").attr("cx", chart.x(xs[l])).attr("cy", chart.y(ys[l])).attr("r", 1.6);
      for (const [shape, opacity] of contours(chart, xs, ys))
        chart.plot.append("path").attr("d", d3.geoPath()(shape)).attr("fill", "none").style("stroke", set.color).attr("stroke-width", 1.6).attr("stroke-opacity", opacity);
    }
    if (truth) {
      const [tx, ty] = [chart.x(truth[col]), chart.y(truth[row])];
      chart.plot.append("path").attr("d", `M${tx - 6},${ty}h12M${tx},${ty - 6}v12`).style("stroke", "var(--ink)").attr("stroke-width", 2.2);
    }
  }
}

/** The contours that hold 50 and 90 percent of the draws. */
function contours(chart, xs, ys) {
  const points = Array.from(xs, (v, l) => [chart.x(v), chart.y(ys[l])]);
  const estimate = d3.contourDensity().x(d => d[0]).y(d => d[1]).size([chart.width, chart.height]).bandwidth(Math.max(6, chart.width / 28)).cellSize(4).contours(points);
  const some = points.filter((_, l) => l % Math.ceil(points.length / 400) === 0);
  const best = estimate.max;
  const share = level => { const shape = estimate(level); return d3.mean(some, p => inside(shape, p) ? 1 : 0); };
  return [[0.5, 1], [0.9, .55]].map(([mass, opacity]) => {
    let low = 0, high = best;
    for (let i = 0; i < 9; i++) { const middle = (low + high) / 2; if (share(middle) > mass) low = middle; else high = middle; }
    return [estimate((low + high) / 2), opacity];
  });
}

function inside(shape, point) {
  return shape.coordinates.some(polygon => polygon.reduce((odd, ring) => odd !== d3.polygonContains(ring, point), false));
}

/** Means, standard deviations and quantiles of all data sets. */
export function summaryTable(parameters, sets) {
  const rows = sets.flatMap(s => parameters.map((p, j) => h("tr", {}, h("td", {}, sets.length > 1 ? `${s.name} · ${p.label}` : p.label),
    ["mean", "sd", "q05", "median", "q95"].map(key => h("td", {}, number(s.summary[j][key]))))));
  return h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ["parameter", "mean", "sd", "5 %", "median", "95 %"].map(name => h("th", {}, name)))), h("tbody", {}, rows)));
}
