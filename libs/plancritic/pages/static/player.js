"use strict";
// Makes the map of the page playable: called once for each map that is put into the page.
function playPlan() {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const slider = byId("time"),
    clock = byId("clock"),
    play = byId("play"),
    things = byId("things"),
    now = document.querySelector(".now");
  const svg = "http://www.w3.org/2000/svg";
  const LANES = 8,
    SLACK = 1e-6;
  const stops = [...new Set(data.steps.flatMap((step) => [step.start, step.end]).concat(0, data.end))].sort(
    (a, b) => a - b,
  );
  const tracks = new Map(data.tracks.map((track) => [track.object, track]));
  let timer = null;

  // Where a thing is: [x, y], whether that is only where it was last seen, and what carries it.
  function where(track, time, depth) {
    const found = track.positions;
    let last = null;
    for (const each of found) {
      if (each.start <= time + SLACK) last = each;
      else break;
    }
    if (last === null) {
      // Something takes it up as the plan begins, or it does not exist yet.
      return null;
    }
    const over = last.end < time - SLACK;
    const isLast = last === found[found.length - 1];
    if (over && isLast && last.end < data.end - SLACK) return null;
    if (last.kind === "with") {
      const carrier = tracks.get(last.carrier);
      if (!carrier || depth > 4) return null;
      const at = where(carrier, time, depth + 1);
      return at && { at: at.at, held: over, carrier: at.carrier || last.carrier };
    }
    const points = last.places.map((name) => data.places[name]).filter(Boolean);
    if (!points.length) return null;
    if (last.kind === "moves") {
      const share = Math.min(1, Math.max(0, (time - last.start) / Math.max(last.end - last.start, SLACK)));
      const [from, to] = points;
      return {
        at: [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])],
        held: false,
        carrier: null,
        moving: true,
        places: last.places,
      };
    }
    const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
    return { at: middle, held: over, carrier: null, between: points.length > 1, places: last.places };
  }

  function element(name, attributes, text) {
    const made = document.createElementNS(svg, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function drawThings(time) {
    const stacks = new Map(),
      loads = new Map();
    for (const track of data.tracks) {
      const found = where(track, time, 0);
      if (!found) continue;
      if (found.carrier) {
        loads.set(found.carrier, (loads.get(found.carrier) || []).concat(track.name));
        continue;
      }
      const key = found.at.map((each) => Math.round(each)).join(" ");
      if (!stacks.has(key)) stacks.set(key, []);
      stacks.get(key).push({ track, found });
    }
    things.replaceChildren();
    for (const stack of stacks.values()) {
      // Actors stand next to the place, other things above them.
      stack.sort((one, other) => (one.track.lane === null) - (other.track.lane === null));
      const shown = stack.length > 5 ? stack.slice(0, 4) : stack;
      shown.forEach(({ track, found }, row) => {
        const y = found.at[1] - (found.between || found.moving ? 0 : 26) - row * 20,
          x = found.at[0];
        const lane = track.lane === null ? "" : " lane-" + (track.lane % LANES);
        const group = element("g", { class: "thing" + lane + (found.held ? " held" : "") });
        const load = loads.get(track.object);
        const whole = track.name + (load ? " + " + load.join(", ") : "");
        // What never moves and lies between two places has no room for its name: the way's own label is there.
        const between = track.lane === null && !track.moved && found.between;
        const most = track.lane === null ? 22 : 40;
        const label = between ? "" : whole.length > most ? whole.slice(0, most - 1) + "…" : whole;
        const width = label.length * 7.6;
        // A name that has no room on the right of its mark stands on the left.
        const leftwards = x + 20 + width > 994 && x - 20 - width > 6;
        group.append(
          track.lane === null
            ? element("rect", { x: x - 6, y: y - 6, width: 12, height: 12, rx: 2 })
            : element("circle", { cx: x, cy: y, r: 8 }),
        );
        group.append(
          element("text", { x: leftwards ? x - 13 : x + 13, y: y + 5, class: leftwards ? "left" : "right" }, label),
        );
        group.append(element("title", {}, whole));
        things.append(group);
      });
      if (shown.length < stack.length) {
        const { found } = stack[0];
        things.append(
          element(
            "text",
            { x: found.at[0], y: found.at[1] - 26 - shown.length * 20 + 5 },
            "and " + (stack.length - shown.length) + " more",
          ),
        );
      }
    }
  }

  // The map in words, for who does not see it.
  function whereabouts(time) {
    return data.tracks
      .filter((track) => track.moved || track.lane !== null)
      .map((track) => {
        const found = where(track, time, 0);
        if (!found) return capital(track.name) + ": nothing is known.";
        if (found.carrier)
          return capital(track.name) + ": with " + (tracks.get(found.carrier) || { name: found.carrier }).name + ".";
        const names = found.places.map((each) => data.names[each]);
        if (names.length === 1) return capital(track.name) + ": " + names[0] + ".";
        return (
          capital(track.name) +
          ": " +
          (found.between ? "between " + names.join(" and ") : "from " + names[0] + " to " + names[1]) +
          "."
        );
      });
  }

  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  function list(id, texts) {
    const target = byId(id);
    if (!target) return;
    const shown = texts.length ? texts : ["nothing"];
    if (target.dataset.shown === shown.join("\n")) return;
    target.dataset.shown = shown.join("\n");
    target.replaceChildren(...shown.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  }

  const within = (each, time) => each.start <= time + SLACK && time < each.end - SLACK;
  const number = (time) => String(+time.toFixed(data.decimals));

  function show(time) {
    slider.value = time;
    const words = number(time) + " " + data.unit;
    clock.textContent = words;
    slider.setAttribute("aria-valuetext", words);
    drawThings(time);
    const closed = data.closures.filter(
      (each) => within(each, time) || (each.end >= data.end - SLACK && time >= data.end - SLACK),
    );
    const ways = closed.filter((each) => each.places.length > 1).map((each) => each.places.slice().sort().join("\n"));
    const places = closed.filter((each) => each.places.length === 1).map((each) => each.places[0]);
    document
      .querySelectorAll("#ways .way")
      .forEach((way) =>
        way.classList.toggle("closed", ways.includes([way.dataset.a, way.dataset.b].sort().join("\n"))),
      );
    document
      .querySelectorAll("#places .place")
      .forEach((place) => place.classList.toggle("closed", places.includes(place.dataset.place)));
    list(
      "under-way",
      data.steps.filter((step) => within(step, time)).map((step) => step.label + ". " + step.sentence),
    );
    list("whereabouts", whereabouts(time));
    list(
      "closed",
      closed.map((each) => capital(each.sentence) + "."),
    );
    list(
      "changed",
      data.changes
        .filter((each) => each.time <= time + SLACK)
        .reverse()
        .map((each) => number(each.time) + ": " + each.sentence + "."),
    );
    document.querySelectorAll("#chart-plan .cursor").forEach((cursor) => {
      cursor.hidden = false;
      cursor.style.left = (100 * time) / scale + "%";
    });
    document
      .querySelectorAll("#chart-plan .bar")
      .forEach((bar) => bar.classList.toggle("current", Math.abs(bar.dataset.time - time) < SLACK));
  }

  function stop() {
    if (timer !== null) cancelAnimationFrame(timer);
    timer = null;
    now.setAttribute("aria-live", "polite");
    play.textContent = "▶";
    play.setAttribute("aria-label", "Play the plan");
  }

  function start() {
    const seconds = Math.min(45, Math.max(10, data.steps.length));
    const from = +slider.value >= data.end - SLACK ? 0 : +slider.value;
    const began = performance.now();
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    // While the plan plays the words change too fast to be read out.
    now.setAttribute("aria-live", "off");
    play.textContent = "❚❚";
    play.setAttribute("aria-label", "Pause");
    const frame = (moment) => {
      // Another plan may have come in its place.
      if (!slider.isConnected) return;
      const time = Math.min(data.end, from + ((moment - began) / 1000 / seconds) * data.end);
      // Who wants less motion sees each step begin and end, and nothing glide.
      show(calm ? stops.filter((each) => each <= time + SLACK).pop() || 0 : time);
      if (time >= data.end) stop();
      else timer = requestAnimationFrame(frame);
    };
    timer = requestAnimationFrame(frame);
  }

  const scale = data.scale || data.end || 1;
  slider.addEventListener("input", () => {
    stop();
    show(+slider.value);
  });
  play.addEventListener("click", () => (timer === null ? start() : stop()));
  byId("next").addEventListener("click", () => {
    stop();
    show(stops.find((each) => each > +slider.value + 0.0015) ?? data.end);
  });
  byId("previous").addEventListener("click", () => {
    stop();
    show(stops.filter((each) => each < +slider.value - 0.0015).pop() ?? 0);
  });
  document.querySelectorAll("#chart-plan [data-time]").forEach((each) =>
    each.addEventListener("click", () => {
      stop();
      show(Math.min(data.end, +each.dataset.time));
    }),
  );
  const asked = /^#t=([0-9.]+)$/.exec(location.hash);
  show(asked ? Math.min(data.end, +asked[1]) : 0);
}
