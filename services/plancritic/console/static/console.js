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
  });
  document.addEventListener("htmx:sseError", () => {
    if (one("#away")) one("#away").hidden = false;
  });
  document.addEventListener("htmx:sseOpen", () => {
    if (one("#away")) one("#away").hidden = true;
  });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
