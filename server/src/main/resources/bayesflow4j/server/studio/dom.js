// Small helpers: elements, numbers, messages, files.

/** An element; attributes that start with "on" are listeners, false ones are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else if (name === "color") element.style.setProperty("color", value), element.style.setProperty("border-color", value);
    else if (name === "background") element.style.setProperty("background", value);
    else if (name === "width%") element.style.setProperty("width", value + "%");
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(3).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

export function replace(element, ...children) {
  element.replaceChildren(...children.flat(3).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/** A select with options given as [value, text] or as text. */
export function select(options, value, onchange, attributes = {}) {
  const element = h("select", { ...attributes, onchange: event => onchange(event.target.value) },
    options.map(option => Array.isArray(option) ? h("option", { value: option[0], disabled: option[2] === true }, option[1]) : h("option", { value: option }, option)));
  element.value = value;
  return element;
}

export function segmented(options, value, onchange, label) {
  const group = h("div", { class: "segmented", role: "group", "aria-label": label });
  for (const [key, text] of options)
    group.append(h("button", { type: "button", "aria-pressed": String(key === value), onclick: () => {
      for (const other of group.children) other.setAttribute("aria-pressed", String(other === group.children[options.findIndex(o => o[0] === key)]));
      onchange(key);
    } }, text));
  return group;
}

/** About three digits, as in the tables of the report. */
export function number(value) {
  if (value === null || value === undefined || !Number.isFinite(+value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size < 0.001 || size >= 1e6)) return (+value).toExponential(2).replace("e+", "e");
  return (+value).toFixed(size < 1 ? 3 : size < 100 ? 2 : 0).replace("-", "−");
}

export function whole(value) {
  return Number.isFinite(+value) ? Math.round(value).toLocaleString("en-US") : "–";
}

export function duration(seconds) {
  if (!Number.isFinite(+seconds)) return "–";
  const s = Math.max(0, Math.round(seconds));
  return s < 60 ? `${s} s` : s < 3600 ? `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")} min` : `${(s / 3600).toFixed(1)} h`;
}

export function debounce(milliseconds, work) {
  let timer = 0;
  return (...given) => { clearTimeout(timer); timer = setTimeout(() => work(...given), milliseconds); };
}

/** Runs asynchronous work one at a time; what is asked meanwhile is done once, with the last arguments. */
export function latest(work) {
  let busy = false, waiting = null;
  return async function run(...given) {
    if (busy) { waiting = given; return; }
    busy = true;
    try { await work(...given); } catch (failure) { message(failure.message, true); }
    busy = false;
    if (waiting) { const next = waiting; waiting = null; run(...next); }
  };
}

export function message(text, bad = false) {
  const messages = document.getElementById("messages");
  if ([...messages.children].some(other => other.textContent === text)) return;
  const one = h("div", { class: "message" + (bad ? " poor" : "") }, text);
  messages.append(one);
  setTimeout(() => one.remove(), bad ? 9000 : 4500);
}

export function tip(event, text) {
  const box = document.getElementById("tip");
  if (!text) { box.hidden = true; return; }
  box.textContent = text;
  box.hidden = false;
  const width = box.offsetWidth, height = box.offsetHeight;
  box.style.left = Math.max(6, Math.min(innerWidth - width - 8, event.clientX + 14)) + "px";
  box.style.top = Math.max(6, event.clientY - height - 12 < 6 ? event.clientY + 18 : event.clientY - height - 12) + "px";
}

export function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const KEPT = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "opacity", "font", "text-anchor"];

/** Saves a figure as one SVG file with its colors and fonts. */
export function saveSvg(container, name) {
  const parts = [...container.querySelectorAll("svg.chart")];
  const box = container.getBoundingClientRect();
  const file = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  file.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  file.setAttribute("viewBox", `0 0 ${Math.ceil(box.width)} ${Math.ceil(box.height)}`);
  for (const part of parts) {
    const place = part.getBoundingClientRect();
    const copy = part.cloneNode(true);
    const from = [part, ...part.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
    from.forEach((element, i) => {
      const style = getComputedStyle(element);
      for (const name of KEPT) to[i].style.setProperty(name, style.getPropertyValue(name));
    });
    copy.setAttribute("x", place.left - box.left);
    copy.setAttribute("y", place.top - box.top);
    copy.setAttribute("width", place.width);
    copy.setAttribute("height", place.height);
    file.append(copy);
  }
  save(new Blob([new XMLSerializer().serializeToString(file)], { type: "image/svg+xml" }), name + ".svg");
}

/** A figure with a title, a sentence on how to read it, and a button to save it. */
export function figure(title, reading, content, ...more) {
  const name = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return h("section", { class: "figure", "aria-label": title },
    h("div", { class: "row spread" }, h("h2", {}, title),
      h("div", { class: "row" }, ...more, h("button", { class: "plain", type: "button", title: "Save this figure as SVG", onclick: () => saveSvg(content, name) }, "Save SVG"))),
    reading ? h("p", { class: "small" }, reading) : null, content);
}
