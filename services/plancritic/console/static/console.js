"use strict";
// The page's own part beside htmx: examples, dragging steps, what a statement is about, a lost connection.
(function () {
  const one = (selector) => document.querySelector(selector);

  // Parts that change are morphed: the focus stays where it is, and what was opened stays open.
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
    !(name === "open" && node.tagName === "DETAILS");

  function begin() {
    if (one("#data") && one("#time")) playPlan();
  }

  function say(text) {
    const field = one("#text");
    if (!field) return;
    field.value = text;
    field.focus();
  }

  document.addEventListener("click", (event) => {
    const example = event.target.closest(".example");
    if (example) say(example.dataset.text);
    const edits = event.target.closest("[data-edits]");
    if (edits) edit(edits.dataset.edits, edits.dataset.text, edits.dataset.strength);
    const marks = event.target.closest("[data-marks]");
    if (marks) mark(marks.dataset.marks);
    const step = event.target.closest(".step");
    if (step && one("#time")) {
      const slider = one("#time");
      slider.value = step.dataset.time;
      slider.dispatchEvent(new Event("input"));
    }
  });

  // What is said next replaces a statement; without one it replaces nothing.
  function edit(statement, text, strength) {
    const field = one("#instead");
    if (!field) return;
    field.value = statement;
    one("#editing").hidden = !statement;
    one("#editing b").textContent = statement ? "“" + text + "”" : "";
    if (statement) {
      one("select[name=strength]").value = strength;
      say(text);
    }
  }

  // The steps that a statement's wishes mark in the chart.
  function mark(statement) {
    document.querySelectorAll(".marked").forEach((each) => each.classList.remove("marked"));
    const wishes = [...document.querySelectorAll(".wish")].filter((wish) =>
      (wish.dataset.statements || "").split(" ").includes(statement),
    );
    const times = wishes
      .flatMap((wish) => [...wish.querySelectorAll("button.mark")].map((each) => each.dataset.step))
      .filter(Boolean);
    const steps = [...document.querySelectorAll(".step")].filter((step) => times.includes(step.dataset.index));
    steps.forEach((step) => step.classList.add("marked"));
    const first = steps[0] || wishes[0];
    if (first)
      first.scrollIntoView({
        block: "center",
        behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
      });
  }

  // Dragging one step over another writes the sentence; the person sends it like any other.
  let dragged = null;
  document.addEventListener("dragstart", (event) => {
    dragged = event.target.closest && event.target.closest(".step");
    if (dragged) event.dataTransfer.setData("text/plain", dragged.dataset.step);
  });
  document.addEventListener("dragover", (event) => {
    const over = event.target.closest && event.target.closest(".step");
    if (!dragged || !over || over === dragged) return;
    event.preventDefault();
    document.querySelectorAll(".step.over").forEach((each) => each.classList.remove("over"));
    over.classList.add("over");
  });
  document.addEventListener("drop", (event) => {
    const over = event.target.closest && event.target.closest(".step");
    document.querySelectorAll(".step.over").forEach((each) => each.classList.remove("over"));
    if (!dragged || !over || over === dragged) return;
    event.preventDefault();
    say("Step " + dragged.dataset.step + " should come before step " + over.dataset.step + ".");
    dragged = null;
  });

  // The order of the statements in force is for reading alone: it is kept in this tab, and nobody is told of it.
  const list = () => one(".in-force.ordered");
  const place = "order of " + location.pathname;
  const ids = (items) => [...items].map((each) => each.dataset.statement);

  function arrange() {
    if (!list()) return;
    const wanted = JSON.parse(sessionStorage.getItem(place) || "[]");
    const rank = (item) => (wanted.includes(item.dataset.statement) ? wanted.indexOf(item.dataset.statement) : wanted.length);
    const items = [...list().children];
    const sorted = [...items].sort((one, other) => rank(one) - rank(other));
    // Nodes that stay where they are keep their focus.
    if (ids(items).join() !== ids(sorted).join()) list().append(...sorted);
  }

  function put(item, before) {
    const focused = item.contains(document.activeElement) ? document.activeElement : null;
    list().insertBefore(item, before);
    if (focused) focused.focus();
    const order = ids(list().children);
    sessionStorage.setItem(place, JSON.stringify(order));
    const told = one("#announce");
    if (told) told.textContent = "Moved: now " + (order.indexOf(item.dataset.statement) + 1) + " of " + order.length + ".";
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-moves]");
    if (!button) return;
    const item = button.closest("[data-statement]");
    if (button.dataset.moves === "up" && item.previousElementSibling) put(item, item.previousElementSibling);
    if (button.dataset.moves === "down" && item.nextElementSibling) put(item, item.nextElementSibling.nextSibling);
  });

  let moved = null;
  const over = (event) => event.target.closest && event.target.closest(".in-force.ordered > [data-statement]");
  document.addEventListener("dragstart", (event) => {
    moved = over(event);
    if (moved) event.dataTransfer.setData("text/plain", moved.dataset.statement);
  });
  document.addEventListener("dragover", (event) => {
    if (moved && over(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const target = moved && over(event);
    if (!target || target === moved) return;
    event.preventDefault();
    const below = moved.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
    put(moved, below ? target.nextSibling : target);
  });
  document.addEventListener("dragend", () => {
    moved = null;
  });

  // Enter sends, shift and enter begins a new line.
  document.addEventListener("keydown", (event) => {
    // A sample statement is read as it is typed: sending it is nothing that its form does.
    if (event.target.name === "sample" && event.key === "Enter") event.preventDefault();
    if (event.target.id === "text" && event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      event.target.form.requestSubmit();
    }
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = event.target;
    const answer = event.detail.xhr;
    if (form.dataset && form.dataset.clears && answer && answer.getResponseHeader("X-Done") === "yes") {
      one(form.dataset.clears).value = "";
      edit("");
    }
  });
  document.addEventListener("htmx:responseError", (event) => {
    const target = one("#message");
    if (target) target.textContent = event.detail.xhr.responseText.slice(0, 500);
  });
  // On a narrow page what was asked for lies far below.
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "why" || event.target.id === "draft") event.target.scrollIntoView({ block: "nearest" });
  });
  document.addEventListener("htmx:sseMessage", (event) => {
    if (event.detail.type === "plan") begin();
    if (event.detail.type === "outcome") arrange();
  });
  document.addEventListener("htmx:sseError", () => {
    if (one("#away")) one("#away").hidden = false;
  });
  document.addEventListener("htmx:sseOpen", () => {
    if (one("#away")) one("#away").hidden = true;
  });
  function start() {
    begin();
    arrange();
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
