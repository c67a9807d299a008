// Where data come from: a file that is dropped or chosen, a file of the directory, or the school of the quick start.
import { h, select, message } from "./dom.js";
import { post, studio } from "./api.js";

/** A place to drop data with these columns; loaded is called with [{name, rows}, …]. */
export function dataSource(columns, loaded, extra = []) {
  const load = async asked => {
    try {
      const reply = await post("/api/data", { columns, ...asked });
      if (reply.ignored.length) message(`Ignored ${reply.ignored.length === 1 ? "the column" : "the columns"} ${reply.ignored.join(", ")}.`);
      loaded(reply.sets);
    } catch (failure) { message(failure.message, true); }
  };
  const read = async files => { for (const file of files) await load({ name: file.name, csv: await file.text() }); };
  const input = h("input", { type: "file", accept: ".csv,text/csv", multiple: true, hidden: true, onchange: event => { read(event.target.files); event.target.value = ""; } });
  const drop = h("div", { class: "drop", ondragover: () => drop.classList.add("over"), ondragleave: () => drop.classList.remove("over"),
    ondrop: event => { drop.classList.remove("over"); read(event.dataTransfer.files); } },
    h("div", {}, "Drop a CSV file with ", columns.length > 6 ? `${columns.length} columns` : h("b", {}, columns.join(", "))),
    h("div", { class: "actions", style: undefined },
      h("button", { type: "button", onclick: () => input.click() }, "Choose a file"), input,
      columns.length === 1 && columns[0] === "in_bed" ? h("button", { type: "button", id: "school", onclick: () => load({}) }, "School outbreak") : null, ...extra));
  drop.querySelector(".actions").style.justifyContent = "center";
  drop.querySelector(".actions").style.marginTop = "8px";
  const files = studio.data.length === 0 ? null
    : select([["", "… or a file of the directory"], ...studio.data.map(name => [name, name])], "", name => { if (name) load({ file: name }); }, { "aria-label": "a file of the directory" });
  if (files) files.style.marginBottom = "12px";
  return { element: h("div", {}, drop, files), school: () => load({}) };
}
