// The first page: what there is, and where to begin.
import { h, replace, message, duration } from "./dom.js";
import { studio, post, get } from "./api.js";
import { drawData } from "./data-view.js";
import { freeName } from "./view-train.js";

export function startView(main) {
  const picture = h("div", {});
  const trained = studio.networks.find(n => n.model === "influenza");
  replace(main,
    h("div", { class: "hero" },
      h("div", {},
        h("h1", {}, "From a simulator to a posterior, in your browser"),
        h("p", { class: "lead" }, "Explore a model, train a network on its simulations once, check whether its posteriors can be trusted, then drop your data and drag a point: the posterior follows."),
        h("div", { class: "actions" },
          trained
            ? h("a", { class: "button main", href: `#/infer?network=${encodeURIComponent(trained.id)}&school=1` }, "Infer the school outbreak of 1978")
            : h("button", { class: "main", type: "button", onclick: quickStart }, "Train on a school outbreak (1 minute)"),
          h("a", { class: "button", href: "#/model?model=influenza&school=1" }, "Explore its model"))),
      h("div", {}, picture, h("p", { class: "small" }, "Boys in bed with influenza at an English boarding school, 1978."))),
    networks(), models());
  const draw = () => drawData(picture, { kind: "series", columns: ["boys in bed"], height: 210, sets: [{ name: "school", color: "var(--c0)", rows: school }] });
  let school = [];
  post("/api/data", { columns: ["in_bed"] }).then(reply => { school = reply.sets[0].rows; draw(); });
  addEventListener("redraw", draw);
  return () => removeEventListener("redraw", draw);
}

async function quickStart() {
  try {
    const name = freeName("influenza", await get("/api/runs"));
    await post("/api/runs", { model: "influenza", method: "flow", budget: { minutes: 1 }, seed: 1, name });
    location.hash = "#/train";
  } catch (failure) { message(failure.message, true); }
}

function networks() {
  if (studio.networks.length === 0) return null;
  return [h("h2", { class: "section" }, "Networks"), h("div", { class: "cards" }, studio.networks.map(network => h("div", { class: "card" },
    h("h3", {}, network.id.replace(/\.safetensors$/, "")),
    network.problem ? h("p", { class: "small" }, network.problem) : [
      h("p", { class: "small" }, `${network.model} by ${network.method}: ${network.parameters.map(p => p.label).join(", ")}`),
      h("p", { class: "small" }, network.simulations ? `${network.simulations.toLocaleString("en-US")} simulations in ${duration(network.seconds)}` : ""),
      h("div", { class: "actions" },
        h("a", { class: "button main", href: `#/infer?network=${encodeURIComponent(network.id)}` }, "Infer"),
        network.model_id ? h("a", { class: "button", href: `#/check?network=${encodeURIComponent(network.id)}` }, "Check") : null)])))];
}

function models() {
  return [h("h2", { class: "section" }, "Models"), h("div", { class: "cards" }, studio.models.map(model => h("div", { class: "card" },
    h("h3", {}, model.id),
    h("p", { class: "small" }, model.problem ?? model.about),
    model.parameters ? h("p", { class: "small" }, model.parameters.map(p => p.label).join(", ") + ` from ${model.data.kind === "series" ? "a series" : model.data.kind === "set" ? "a set" : "a vector"} of ${model.data.columns.slice(0, 4).join(", ")}${model.data.columns.length > 4 ? ", …" : ""}`) : null,
    model.problem ? null : h("div", { class: "actions" },
      model.runs ? [h("a", { class: "button", href: `#/model?model=${encodeURIComponent(model.id)}` }, "Explore"), h("a", { class: "button", href: `#/train?model=${encodeURIComponent(model.id)}` }, "Train")]
        : h("span", { class: "small" }, "To run its simulator, name this file when you start the studio: ", h("code", {}, `bayesflow studio DIR DIR/${model.id}`))))))];
}
