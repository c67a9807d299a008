// Data sets as figures: simulated ones, observed ones over them, predictions around them. Points can be dragged.
import { h, replace, tip, number } from "./dom.js";
import { frame, linear, line, area, band, hover, extent, shortNumber } from "./charts.js";
import { density, range } from "./density.js";

const column = (rows, c) => rows.map(row => row[c]);
const MOST_HANDLES = 1500;

/**
 * Draws data of one kind into a container.
 *   kind, columns      of the data
 *   sets               [{name, color, rows, out: Set of rows left out, bands, values}]: shown as points, with predictions if known
 *   faint              [rows, …] simulated data sets, shown behind
 *   edit               {set, change(row, column, value, final), toggle(row), hold(held)}: the set whose points can be dragged
 */
export function drawData(container, spec) {
  const focused = container.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  if (spec.kind === "series") series(container, spec);
  else columnsOf(container, spec);
  if (focused) container.querySelector(`[data-key="${focused}"]`)?.focus({ preventScroll: true });
}

function panels(container, count, wide) {
  const grid = h("div", { class: "panels" + (wide || count === 1 ? " wide" : "") });
  const places = Array.from({ length: count }, () => h("div", { class: "panel" }));
  grid.append(...places);
  replace(container, grid);
  return places;
}

function series(container, spec) {
  const faint = spec.faint ?? [];
  panels(container, spec.columns.length, true).forEach((place, c) => {
    const values = [...spec.sets.map(s => column(s.rows, c)), ...faint.map(rows => column(rows, c)),
      ...spec.sets.flatMap(s => s.bands ? [s.bands[c][0], s.bands[c][4]] : [])];
    const most = d3.max([...spec.sets.map(s => s.rows.length), ...faint.map(rows => rows.length), 2]);
    let domain = extent(...values);
    if (d3.min(values, list => d3.min(list)) >= 0) domain[0] = Math.max(0, domain[0]);
    const chart = frame(place, { height: spec.height ?? 300, x: linear([1 - 0.012 * most, most * 1.012]), y: linear(domain).nice(), xLabel: "t",
      yLabel: spec.columns[c], yFormat: shortNumber, label: `${spec.columns[c]} over time` });
    for (const rows of faint) line(chart, rows.map((row, t) => [t + 1, row[c]]), spec.faintColor ?? "var(--chance)", { width: 1, opacity: spec.faintOpacity ?? .3 });
    spec.sets.forEach((set, i) => {
      if (set.bands) {
        const at = set.bands[c][2].map((_, t) => t + 1);
        band(chart, at, set.bands[c][0], set.bands[c][4], set.color, .16);
        band(chart, at, set.bands[c][1], set.bands[c][3], set.color, .22);
        line(chart, at.map((t, k) => [t, set.bands[c][2][k]]), set.color, { width: 1.4, opacity: .8 });
      }
      const path = line(chart, set.rows.map((row, t) => [t + 1, row[c]]), set.ink ?? set.color, { width: set.bands ? 1 : 2, opacity: set.bands ? .45 : .9 });
      if (set.rows.length <= 400 && set.points !== false) points(chart, spec, i, c, (row, t) => [t + 1, row[c]], { y: c }, () =>
        path.attr("d", d3.line((_, t) => chart.x(t + 1), row => chart.y(row[c])).defined(row => row[c] !== null)(set.rows)));
    });
    const times = d3.range(1, most + 1);
    if (!spec.edit) hover(chart, times, t => `t = ${t + 1}\n` + spec.sets.filter(s => s.rows[t]).map(s => `${s.name}: ${number(s.rows[t][c])}`).join("\n"));
  });
}

/** Sets and vectors: the distribution of each column, and the first two against each other. */
function columnsOf(container, spec) {
  const pairs = spec.kind === "set" && spec.columns.length > 1;
  const shown = d3.range(Math.min(spec.columns.length, 12));
  const places = panels(container, shown.length + (pairs ? 1 : 0), shown.length === 1);
  if (pairs) scatter(places.shift(), spec);
  shown.forEach(c => distribution(places[c], spec, c));
}

function scatter(place, spec) {
  const faint = (spec.faint ?? []).flat();
  const chart = frame(place, { height: 250, x: linear(extent(...spec.sets.map(s => column(s.rows, 0)), column(faint, 0))).nice(),
    y: linear(extent(...spec.sets.map(s => column(s.rows, 1)), column(faint, 1))).nice(), xLabel: spec.columns[0], yLabel: spec.columns[1],
    xFormat: shortNumber, yFormat: shortNumber, label: `${spec.columns[1]} against ${spec.columns[0]}` });
  for (const row of faint.slice(0, 3000))
    chart.plot.append("circle").attr("cx", chart.x(row[0])).attr("cy", chart.y(row[1])).attr("r", 2).style("fill", spec.faintColor ?? "var(--chance)").attr("fill-opacity", .3);
  spec.sets.forEach((_, i) => points(chart, spec, i, 0, row => [row[0], row[1]], { x: 0, y: 1 }, () => {}));
}

function distribution(place, spec, c) {
  const faint = column((spec.faint ?? []).flat(), c);
  const predicted = spec.sets.map(s => s.values ? s.values[c][0] : null);
  const own = spec.sets.map(s => column(s.rows, c));
  const all = [...own, ...predicted.filter(Boolean).map(v => range(v)), faint.length ? range(faint) : []];
  const domain = extent(...all);
  const discrete = steps([...own, ...predicted.filter(Boolean), faint]);
  if (discrete) { frequencies(place, spec, c, discrete, own, predicted, faint); return; }
  const curves = [];
  if (faint.length > 1) curves.push({ points: density(faint, domain), color: spec.faintColor ?? "var(--chance)", fill: .3 });
  predicted.forEach((values, i) => { if (values) curves.push({ points: density(values, domain), color: spec.sets[i].color, fill: .22 }); });
  own.forEach((values, i) => { if (values.length > 7) curves.push({ points: density(values, domain), color: spec.sets[i].ink ?? spec.sets[i].color, fill: 0, width: 1.6 }); });
  const top = d3.max(curves, curve => d3.max(curve.points, p => p[1])) || 1;
  const strip = 0.36 * top;
  const chart = frame(place, { height: 230, x: linear(domain), y: linear([-strip, 1.06 * top]), xLabel: spec.columns[c], yTicks: 0, left: 10, xFormat: shortNumber,
    label: `distribution of ${spec.columns[c]}` });
  const zero = chart.y(0);
  for (const curve of curves) {
    const shape = curve.points.map(([a, b]) => [chart.x(a), chart.y(b)]);
    if (curve.fill) chart.plot.append("path").style("fill", curve.color).attr("fill-opacity", curve.fill).attr("d", d3.area().x(d => d[0]).y0(zero).y1(d => d[1])(shape));
    chart.plot.append("path").attr("fill", "none").style("stroke", curve.color).attr("stroke-width", curve.width ?? 1.2).attr("d", d3.line()(shape));
  }
  chart.plot.append("line").attr("x1", chart.left).attr("x2", chart.width - chart.right).attr("y1", zero).attr("y2", zero).style("stroke", "var(--line)");
  const lanes = spec.sets.length;
  spec.sets.forEach((_, i) => points(chart, spec, i, c, (row, n) =>
    [row[c], -strip * ((i + 0.18 + 0.64 * ((n * 0.618034) % 1)) / lanes)], { x: c }, () => {}));
}

/** The values of data that are a few whole numbers, such as 0 and 1; none otherwise. */
function steps(lists) {
  const values = new Set();
  for (const list of lists) for (const value of list) {
    if (!Number.isInteger(value)) return null;
    values.add(value);
    if (values.size > 12) return null;
  }
  return values.size ? d3.sort(values) : null;
}

/** How often each of a few values comes: bars for simulated data, rings for observed ones. */
function frequencies(place, spec, c, values, own, predicted, faint) {
  const groups = [];
  if (faint.length) groups.push({ list: faint, color: spec.faintColor ?? "var(--chance)" });
  predicted.forEach((list, i) => { if (list) groups.push({ list, color: spec.sets[i].color }); });
  const share = (list, value) => list.filter(v => v === value).length / list.length;
  const chart = frame(place, { height: 200, x: linear([values[0] - .6, values.at(-1) + .6]), y: linear([0, 1.07]), xLabel: spec.columns[c], yTicks: 3, xTicks: values.length, xFormat: v => Number.isInteger(v) ? String(v) : "", yFormat: d3.format(".0%"), label: `frequencies of ${spec.columns[c]}` });
  const width = .7 * (chart.x(1) - chart.x(0)) / Math.max(1, groups.length);
  groups.forEach((group, g) => values.forEach(value => chart.plot.append("rect").attr("x", chart.x(value) + (g - groups.length / 2) * width).attr("width", width).attr("y", chart.y(share(group.list, value)))
    .attr("height", chart.y(0) - chart.y(share(group.list, value))).style("fill", group.color).attr("fill-opacity", .35)));
  own.forEach((list, i) => values.forEach(value => {
    const part = share(list, value);
    if (part > 0) chart.plot.append("circle").attr("cx", chart.x(value)).attr("cy", chart.y(part)).attr("r", 6).attr("fill", "none").attr("stroke-width", 3).style("stroke", spec.sets[i].ink ?? spec.sets[i].color)
      .on("pointermove", event => tip(event, `${spec.sets[i].name}: ${spec.columns[c]} = ${value} in ${d3.format(".0%")(part)}`)).on("pointerleave", event => tip(event, ""));
  }));
  if (!spec.edit) return;
  const set = spec.sets[spec.edit.set];
  if (set.rows.length !== 1) return;
  chart.svg.style("cursor", "pointer").on("click", event => {
    const at = chart.x.invert(d3.pointer(event, chart.svg.node())[0]);
    spec.edit.change(0, c, values[d3.bisectCenter(values, at)], true);
  });
}

/** Points of one data set; those of the set that can be edited follow the pointer and the arrow keys. */
function points(chart, spec, i, c, place, moves, moved) {
  const set = spec.sets[i], editable = spec.edit && spec.edit.set === i && set.rows.length <= MOST_HANDLES;
  const radius = set.rows.length > 120 ? 3 : editable ? 5.5 : 4;
  const circles = chart.plot.append("g").selectAll("circle").data(set.rows).join("circle")
    .attr("display", row => Object.values(moves).some(k => row[k] === null) ? "none" : null)
    .attr("r", radius).style("fill", set.ink ?? set.color).attr("fill-opacity", (_, n) => set.out?.has(n) ? .12 : editable ? .95 : .7)
    .style("stroke", editable ? "var(--paper)" : "none").attr("stroke-width", 1.2)
    .attr("cx", (row, n) => chart.x(place(row, n)[0])).attr("cy", (row, n) => chart.y(place(row, n)[1]));
  circles.on("pointermove", (event, row) => tip(event, describe(spec, set, row))).on("pointerleave", event => tip(event, ""));
  if (!editable) return;
  const whole = Object.values(moves).map(k => set.rows.concat(set.original ?? []).every(row => row[k] === null || Number.isInteger(row[k])));
  const put = (node, n, values, final) => {
    Object.entries(moves).forEach(([axis, k], a) => {
      const value = whole[a] ? Math.round(values[axis]) : values[axis];
      set.rows[n] = set.rows[n].map((old, other) => other === k ? value : old);
      spec.edit.change(n, k, value, final);
    });
    const [px, py] = place(set.rows[n], n);
    d3.select(node).attr("cx", chart.x(px)).attr("cy", chart.y(py));
    moved();
  };
  circles.attr("class", moves.x !== undefined && moves.y !== undefined ? "handle free" : "handle").attr("tabindex", 0).attr("data-key", (_, n) => `${i}-${c}-${n}`)
    .attr("role", "slider").attr("aria-label", (_, n) => `row ${n + 1}`).attr("aria-valuenow", row => row[moves.y ?? moves.x])
    .style("cursor", moves.y === undefined ? "ew-resize" : null)
    .on("pointerdown", function (event, row) {
      const n = circles.nodes().indexOf(this), start = [event.clientX, event.clientY];
      let dragged = false;
      this.setPointerCapture(event.pointerId);
      spec.edit.hold(true);
      this.focus({ preventScroll: true });
      event.preventDefault();
      const at = moving => { const [px, py] = d3.pointer(moving, chart.svg.node()); return { x: chart.x.invert(px), y: chart.y.invert(py) }; };
      this.onpointermove = moving => {
        if (!dragged && Math.hypot(moving.clientX - start[0], moving.clientY - start[1]) < 3) return;
        dragged = true;
        put(this, n, at(moving), false);
        tip(moving, describe(spec, set, set.rows[n]));
      };
      this.onpointerup = this.onpointercancel = ended => {
        this.onpointermove = this.onpointerup = this.onpointercancel = null;
        tip(ended, "");
        if (dragged) put(this, n, at(ended), true);
        spec.edit.hold(false);
        if (!dragged && spec.edit.toggle) spec.edit.toggle(n);
      };
    })
    .on("keydown", function (event) {
      const n = circles.nodes().indexOf(this), row = set.rows[n];
      const scale = moves.y === undefined ? chart.x : chart.y, key = moves.y ?? moves.x, a = moves.y === undefined || moves.x === undefined ? 0 : 1;
      const step = (scale.domain()[1] - scale.domain()[0]) / (event.shiftKey ? 20 : 100);
      const sign = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
      if (sign) {
        event.preventDefault();
        const values = { x: row[moves.x], y: row[moves.y] };
        values[moves.y === undefined ? "x" : "y"] = row[key] + sign * (whole[a] ? Math.max(1, Math.round(step)) : step);
        put(this, n, values, true);
      } else if ((event.key === "Delete" || event.key === "Enter" || event.key === " ") && spec.edit.toggle) {
        event.preventDefault();
        spec.edit.toggle(n);
      }
    });
}

function describe(spec, set, row) {
  const n = set.rows.indexOf(row);
  return `${set.name}, row ${n + 1}\n` + spec.columns.map((name, c) => `${name} = ${number(row[c])}`).join("\n") + (set.out?.has(n) ? "\nleft out" : "");
}

/** The rows of a data set as a table whose cells can be changed, with a box for each row where rows may be left out. */
export function dataTable(columns, set, change, toggle) {
  const rows = set.rows.map((row, n) => h("tr", { class: set.out?.has(n) ? "out" : "" },
    h("td", {}, toggle ? h("label", { class: "check" }, h("input", { type: "checkbox", checked: !set.out.has(n), "aria-label": `use row ${n + 1}`, onchange: () => toggle(n) }), String(n + 1)) : String(n + 1)),
    row.map((value, c) => h("td", {}, h("input", { type: "number", step: "any", value: value === null ? "" : +value.toPrecision(7), "aria-label": `${columns[c]} of row ${n + 1}`,
      onchange: event => { const next = parseFloat(event.target.value); if (Number.isFinite(next)) change(n, c, next, true); else event.target.value = value; } })))));
  return h("div", { class: "rows" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "row"), columns.map(name => h("th", {}, name)))), h("tbody", {}, rows)));
}
