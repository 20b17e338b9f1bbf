"use strict";

// The theme: that of the system until the button is used.
{
  const root = document.documentElement;
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const label = () => { button.textContent = isDark() ? "Light" : "Dark"; button.setAttribute("aria-label", `Use the ${isDark() ? "light" : "dark"} theme`); };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    label();
  });
  system.addEventListener("change", label);
  label();
  button.hidden = false;
}

// Schedules: the slider moves a cursor through the actions.
for (const loop of document.querySelectorAll(".loop[data-frames]")) {
  const slider = loop.querySelector("input");
  const schedule = loop.querySelector("svg.schedule");
  const memory = loop.querySelector("svg.memory");
  const frame = loop.querySelector(".frame");
  const items = [...loop.querySelectorAll(".actions li")];
  const outputs = ["action", "at", "slots", "tape", "left", "memory"].map((name) => [name, loop.querySelector(`[data-show="${name}"]`)]);
  const { top, row } = schedule.dataset;
  const { left, span } = memory.dataset;

  const show = (index) => {
    const item = items[index];
    for (const [name, output] of outputs) output.textContent = item.dataset[name] ?? item.textContent;
    const y = Number(top) + index * Number(row);
    schedule.querySelector(".cursor").setAttribute("transform", `translate(0 ${y})`);
    memory.querySelector(".cursor").setAttribute("transform", `translate(${Number(left) + index * Number(span)} 0)`);
    slider.setAttribute("aria-valuetext", `${index + 1} of ${items.length}: ${item.textContent}`);
    const scale = schedule.clientHeight / schedule.viewBox.baseVal.height;
    const at = y * scale;
    if (at < frame.scrollTop || at > frame.scrollTop + frame.clientHeight - 20) {
      frame.scrollTop = at - frame.clientHeight / 2;
    }
  };
  const go = (index) => {
    slider.value = Math.max(0, Math.min(items.length - 1, index));
    show(Number(slider.value));
  };
  slider.addEventListener("input", () => show(Number(slider.value)));
  const place = (svg, event) => {
    const box = svg.getBoundingClientRect();
    const size = svg.viewBox.baseVal;
    return [((event.clientX - box.left) / box.width) * size.width, ((event.clientY - box.top) / box.height) * size.height];
  };
  schedule.addEventListener("click", (event) => go(Math.floor((place(schedule, event)[1] - top) / row)));
  memory.addEventListener("click", (event) => go(Math.floor((place(memory, event)[0] - left) / span)));
  loop.classList.add("live");
  show(Number(slider.value));
}

// Code: a line says what it is there for, and which line of the source it stands for.
{
  const reason = document.getElementById("reason");
  const main = document.querySelector("main");
  let marked = [];

  const clear = () => {
    for (const cell of marked) cell.classList.remove("same-line", "current");
    marked = [];
    reason.hidden = true;
  };
  const explain = (cell) => {
    clear();
    const { line, role } = cell.dataset;
    if (!line && !role) return;
    if (line) {
      marked = [...main.querySelectorAll(`.cell[data-line="${line}"]`)];
      for (const other of marked) other.classList.add("same-line");
    }
    cell.classList.add("current");
    marked.push(cell);
    const parts = [];
    if (role) {
      const term = document.getElementById(`role-${role}`);
      const name = document.createElement("b");
      name.textContent = term.textContent.trim();
      parts.push(name, term.nextElementSibling.textContent);
    }
    if (line) {
      const source = document.createElement("code");
      const code = document.querySelector(`#line-${line} code`);
      source.textContent = `line ${line}: ${code ? code.textContent.trim() : ""}`;
      parts.push(source);
    }
    reason.replaceChildren(...parts);
    reason.hidden = false;
  };

  main.addEventListener("click", (event) => {
    const cell = event.target.closest(".cell");
    if (!cell) clear();
    else if (!event.target.closest("a")) explain(cell);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") clear();
  });

  // One stop for Tab in each listing; the arrow keys move through its lines.
  for (const code of document.querySelectorAll(".code")) {
    for (const link of code.querySelectorAll(".cell a")) link.tabIndex = -1;
    code.tabIndex = 0;
    code.addEventListener("keydown", (event) => {
      if (event.target !== code) return;
      const cells = [...code.querySelectorAll(".cell[data-line], .cell[data-role]")].filter((cell) => cell.offsetParent);
      const now = cells.findIndex((cell) => cell.classList.contains("current"));
      const ahead = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity }[event.key];
      if (ahead === undefined || !cells.length) return;
      event.preventDefault();
      const next = Math.max(0, Math.min(cells.length - 1, now + ahead));
      explain(cells[next]);
      cells[next].scrollIntoView({ block: "nearest" });
    });
  }
}
