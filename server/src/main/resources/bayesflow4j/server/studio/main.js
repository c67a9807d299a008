// The page: which view is shown, and the keys that change it.
import { h, replace, debounce, message } from "./dom.js";
import { refresh, studio } from "./api.js";
import { startView } from "./view-start.js";
import { modelView } from "./view-model.js";
import { trainView } from "./view-train.js";
import { checkView } from "./view-check.js";
import { inferView } from "./view-infer.js";

const VIEWS = { start: startView, model: modelView, train: trainView, check: checkView, infer: inferView };
const main = document.getElementById("view");
let leave = () => {};
let shown = "";

async function show() {
  const [, view = "start", query = ""] = /^#\/(\w+)\??(.*)$/.exec(location.hash) ?? [];
  if (location.hash === shown && shown) return;
  leave();
  leave = () => {};
  document.getElementById("tip").hidden = true;
  shown = location.hash;
  for (const link of document.querySelectorAll("nav a"))
    if (link.dataset.view === view) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  try {
    await refresh();
    document.getElementById("place").textContent = studio.directory;
    document.title = view === "start" ? "bayesflow studio" : `${view[0].toUpperCase()}${view.slice(1)} · bayesflow studio`;
    main.replaceChildren();
    leave = (VIEWS[view] ?? startView)(main, new URLSearchParams(query)) ?? (() => {});
    main.dataset.shown = view;
    main.dataset.at = shown;
  } catch (failure) {
    replace(main, h("p", { class: "notice poor" }, failure.message));
  }
}

addEventListener("hashchange", show);
addEventListener("resize", debounce(200, () => dispatchEvent(new Event("redraw"))));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => dispatchEvent(new Event("redraw")));
addEventListener("keydown", event => {
  if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  const view = { 0: "start", 1: "model", 2: "train", 3: "check", 4: "infer" }[event.key];
  if (view) location.hash = "#/" + view;
});
addEventListener("unhandledrejection", event => message(event.reason?.message ?? String(event.reason), true));
for (const kind of ["dragover", "drop"]) addEventListener(kind, event => event.preventDefault());
show();
