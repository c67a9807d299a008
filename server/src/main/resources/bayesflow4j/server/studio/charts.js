// Building blocks of all figures.
import { tip, number } from "./dom.js";

export const colors = ["var(--c0)", "var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)", "var(--c5)", "var(--c6)"];
export const color = i => colors[i % colors.length];

/** A linear scale; the frame of a chart sets its range. */
export const linear = domain => d3.scaleLinear().domain(domain);

/**
 * An empty chart with axes: scales x and y, and groups to draw in. It replaces what the container showed before.
 */
export function frame(container, { width, height, x, y, xLabel = "", yLabel = "", left = 46, right = 12, top = 8, bottom = 34, xTicks = 5, yTicks = 5, xFormat, yFormat, grid = true, label = "" }) {
  const total = width ?? Math.max(150, container.clientWidth || 320);
  const svg = d3.create("svg").attr("class", "chart").attr("viewBox", `0 0 ${total} ${height}`).attr("role", "img").attr("aria-label", label);
  x.range([left, total - right]);
  y.range([height - bottom, top]);
  const xAxis = d3.axisBottom(x).ticks(xTicks).tickSizeOuter(0).tickPadding(5).tickSize(4);
  const yAxis = d3.axisLeft(y).ticks(yTicks).tickSizeOuter(0).tickPadding(5).tickSize(0);
  if (xFormat) xAxis.tickFormat(xFormat);
  if (yFormat) yAxis.tickFormat(yFormat);
  if (grid && yTicks) svg.append("g").attr("class", "grid").attr("transform", `translate(${left},0)`)
    .call(d3.axisLeft(y).ticks(yTicks).tickSize(-(total - left - right)).tickFormat(""));
  svg.append("g").attr("class", "axis").attr("transform", `translate(0,${height - bottom})`).call(xAxis);
  if (yTicks) svg.append("g").attr("class", "axis").attr("transform", `translate(${left},0)`).call(yAxis).select("path").remove();
  if (xLabel) svg.append("text").attr("x", (left + total - right) / 2).attr("y", height - 2).attr("text-anchor", "middle").text(xLabel);
  if (yLabel) svg.append("text").attr("transform", `translate(11,${(top + height - bottom) / 2}) rotate(-90)`).attr("text-anchor", "middle").text(yLabel);
  const id = "clip" + Math.random().toString(36).slice(2);
  svg.append("clipPath").attr("id", id).append("rect").attr("x", left).attr("y", top - 4).attr("width", total - left - right).attr("height", height - bottom - top + 8);
  const plot = svg.append("g").attr("clip-path", `url(#${id})`);
  container.replaceChildren(svg.node());
  return { svg, plot, x, y, width: total, height, left, right, top, bottom };
}

export function line(chart, points, stroke, options = {}) {
  return chart.plot.append("path").attr("fill", "none").style("stroke", stroke).attr("stroke-width", options.width ?? 2)
    .attr("stroke-opacity", options.opacity ?? 1).attr("stroke-dasharray", options.dashed ? "5 4" : null).attr("stroke-linejoin", "round")
    .attr("d", d3.line(([a]) => chart.x(a), ([, b]) => chart.y(b)).defined(([, b]) => b !== null).curve(options.step ? d3.curveStepAfter : d3.curveLinear)(points));
}

export function area(chart, points, fill, opacity = 0.2) {
  const zero = chart.y.range()[0];
  return chart.plot.append("path").style("fill", fill).attr("fill-opacity", opacity)
    .attr("d", d3.area().x(d => chart.x(d[0])).y0(zero).y1(d => chart.y(d[1]))(points));
}

export function band(chart, at, lower, upper, fill, opacity = 0.2) {
  const points = Array.from(at, (a, i) => [a, lower[i], upper[i]]);
  return chart.plot.append("path").style("fill", fill).attr("fill-opacity", opacity)
    .attr("d", d3.area().x(d => chart.x(d[0])).y0(d => chart.y(d[1])).y1(d => chart.y(d[2]))(points));
}

export function rule(chart, from, to, stroke = "var(--muted)", dashed = true) {
  chart.plot.append("line").attr("x1", chart.x(from[0])).attr("y1", chart.y(from[1])).attr("x2", chart.x(to[0])).attr("y2", chart.y(to[1]))
    .style("stroke", stroke).attr("stroke-dasharray", dashed ? "4 4" : null);
}

/** Tells what is at the nearest point while the pointer moves over a chart: at is a list of x values. */
export function hover(chart, at, text) {
  const mark = chart.plot.append("line").attr("y1", chart.top).attr("y2", chart.height - chart.bottom).style("stroke", "var(--muted)").attr("stroke-opacity", .6).attr("visibility", "hidden");
  chart.svg.on("pointermove", event => {
    const [px] = d3.pointer(event, chart.svg.node()), value = chart.x.invert(px);
    const i = d3.bisectCenter(at, value);
    if (i < 0 || at.length === 0) return;
    mark.attr("x1", chart.x(at[i])).attr("x2", chart.x(at[i])).attr("visibility", "visible");
    tip(event, text(i));
  }).on("pointerleave", event => { mark.attr("visibility", "hidden"); tip(event, ""); });
}

export function extent(...lists) {
  let low = Infinity, high = -Infinity;
  for (const list of lists) for (const value of list) if (Number.isFinite(value)) { if (value < low) low = value; if (value > high) high = value; }
  if (low > high) return [0, 1];
  const pad = 0.05 * (high - low || Math.abs(low) || 1);
  return [low - pad, high + pad];
}

export function shortNumber(value) {
  const size = Math.abs(value);
  return size >= 1e4 ? d3.format("~s")(value) : size !== 0 && size < 1e-3 ? d3.format(".0e")(value) : d3.format("~g")(+value.toPrecision(6));
}

/** Loss curves of several runs: thin lines for training, thick ones for validation. */
export function losses(container, runs, height = 240) {
  const all = runs.flatMap(run => [...run.losses, ...run.validations]);
  if (all.length < 2) { container.replaceChildren(); return; }
  const values = d3.sort(all.map(p => p[1]));
  const chart = frame(container, {
    height, x: linear([0, d3.max(all, p => p[0])]), label: "Loss by step",
    y: linear(extent([values[0], quantileOf(values, 0.97)])).nice(), xLabel: "step", yLabel: "loss", left: 60, xFormat: v => Number.isInteger(v) ? d3.format("~s")(v) : "", yFormat: shortNumber });
  for (const run of runs) {
    line(chart, run.losses, run.color, { width: 1.1, opacity: 0.65 });
    if (run.validations.length > 1) line(chart, run.validations, run.color, { width: 2.6 });
    for (const p of run.validations) chart.plot.append("circle").attr("cx", chart.x(p[0])).attr("cy", chart.y(p[1])).attr("r", 2.6).style("fill", run.color);
  }
  const steps = d3.sort(new Set(all.map(p => p[0])));
  hover(chart, steps, i => `step ${steps[i].toLocaleString("en-US")}\n` + runs.map(run => {
    const l = nearest(run.losses, steps[i]), v = nearest(run.validations, steps[i]);
    return `${run.name}: ${l ? number(l[1]) : "–"}${v ? `, validation ${number(v[1])}` : ""}`;
  }).join("\n"));
}

function quantileOf(ascending, p) {
  return ascending[Math.min(ascending.length - 1, Math.floor(p * ascending.length))];
}

function nearest(points, step) {
  if (points.length === 0) return null;
  return points[d3.bisector(p => p[0]).center(points, step)];
}
