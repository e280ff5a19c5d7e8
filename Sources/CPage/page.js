"use strict";

// The page of an app: its screens, its history, its map and its proof.
//
// It shows one of three things: a search or a recording, which a file contains in the element
// `#data`, or a living session, whose server sends events and takes typed lines. All three come
// down to a list of moments and a position in it; the card shows the screens of that moment.
//
// One mechanism draws everything: `draw` makes the whole tree of the page anew from values, and
// `patch` changes the old tree into it, so that the focus, the caret and the scrolling stay.

const page = {
  data: undefined, // the whole object, with its tables
  isLive: false,
  moments: [], // the history that is shown
  position: 0, // the present moment
  property: undefined, // the verdict that is played
  isFollowing: true, // live: the present of the session is shown
  shown: [], // live: the stack of screens, with their elements
  tab: undefined,
  filter: "",
  reach: 60, // the rows of the history before and after the present one
  opened: new Map(), // nodes of the tree of the state, by path
  refusal: undefined, // {name, text}: the last input was refused
  offer: undefined, // {name, edges}: the edges among which a person chooses
  remark: undefined,
  banner: undefined,
  output: [], // lines of commands
  copied: undefined, // {title, text, isDone}
  drawn: undefined, // the stack of the last drawing
  pending: 0, // inputs without an answer
  sending: Promise.resolve(), // inputs are sent one after another
  isHeld: false, // a pointer is down: nothing moves under it
  mustDraw: false,
};

const plural = (count, noun) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
const humanized = (name) =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_]/g, " ");
const isStill = matchMedia("(prefers-reduced-motion: reduce)");
const find = (id) => document.getElementById(id);

// ---- The tree of the page

const svgTags = new Set(["svg", "g", "rect", "path", "text", "title", "marker", "defs"]);
const handlers = ["onclick", "onchange", "oninput", "onkeydown", "onsubmit", "ontoggle"];

// A node. Absent children and attributes are left out; a text is always a text.
function make(tag, attributes, ...children) {
  const node = svgTags.has(tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === false) continue;
    if (name.startsWith("on")) node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  const present = children.flat(2).filter((child) => child !== undefined && child !== false);
  node.append(...present);
  return node;
}

// Changes the children of a node into others. Children match by `data-key`, or by their tag and
// their number among equal tags.
function patchChildren(parent, children) {
  const keyed = (nodes) => {
    const counts = new Map();
    return nodes.map((node) => {
      if (node.dataset?.key !== undefined) return `${node.nodeName} ${node.dataset.key}`;
      const count = counts.get(node.nodeName) ?? 0;
      counts.set(node.nodeName, count + 1);
      return `${node.nodeName}#${count}`;
    });
  };
  const keys = keyed(children);
  const wanted = new Set(keys);
  const old = new Map();
  const present = [...parent.childNodes];
  keyed(present).forEach((key, index) => {
    if (wanted.has(key) && !old.has(key)) old.set(key, present[index]);
    else present[index].remove();
  });
  let next = parent.firstChild;
  children.forEach((child, index) => {
    const match = old.get(keys[index]);
    if (match === undefined) return parent.insertBefore(child, next);
    if (match === next) next = next.nextSibling;
    else parent.insertBefore(match, next);
    patch(match, child);
  });
}

function patch(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  const before = old.defaultValue;
  for (const { name } of [...old.attributes]) {
    // A movement ends by itself.
    if (!fresh.hasAttribute(name) && name !== "data-enter") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const name of handlers) if (old[name] !== fresh[name]) old[name] = fresh[name];
  patchChildren(old, [...fresh.childNodes]);
  if (old.type === "checkbox") {
    old.checked = fresh.checked;
  } else if (old.nodeName === "SELECT") {
    old.value = fresh.value;
  } else if (old.defaultValue !== undefined) {
    // A text that a person is typing stays, until the app has another or has answered this one.
    if (before !== fresh.defaultValue || old.sent === old.value) old.value = fresh.value;
    if (old.sent !== undefined && old.value !== old.sent) old.sent = undefined;
  }
}

// ---- The data

const screens = new Map();

function screenAt(index) {
  if (!screens.has(index)) {
    const screen = page.data.screens[index];
    const elements = screen.elements.map((element) => page.data.elements[element]);
    screens.set(index, { ...screen, elements });
  }
  return screens.get(index);
}

const present = () => page.moments[page.position];
const topId = (moment) => page.data.screens[moment.screens.at(-1)].id;
const effectAt = (index) => page.data.effects[index];

function effectText(index) {
  const { name, input, background } = effectAt(index);
  return name + (input === undefined ? "" : ` ${input}`) + (background ? " (background)" : "");
}

function shownStack() {
  if (page.isLive && page.isFollowing) return page.shown;
  return present() === undefined ? [] : present().screens.map(screenAt);
}

// The seconds of a line such as `@ 1.5s`; 0 for other lines.
function seconds(line) {
  const [, amount, unit] = /^@ ([0-9.]+)(ms|s|m)$/.exec(line) ?? [];
  return amount === undefined ? 0 : Number(amount) * { ms: 0.001, s: 1, m: 60 }[unit];
}

const timeText = (time) => `${Number((time ?? 0).toFixed(3)).toLocaleString("en")} s`;

// A text as the value of a typed line, in quotes if it would be read otherwise.
function typedValue(text) {
  const isPlain = /^[^\s"](.*\S)?$/su.test(text) && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
  if (isPlain) return text;
  const escaped = text.replace(/["\\]/g, "\\$&").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (scalar) => {
    return `\\u{${scalar.codePointAt(0).toString(16).toUpperCase()}}`;
  });
  return `"${escaped}"`;
}

// ---- A walk through the states of a search

const edgesHere = () => page.data.states?.[present()?.state]?.edges ?? [];
const stepOf = (edge) => page.data.steps[edge[0]];
const choiceOf = (edge) => page.data.choices[edge[2] ?? -1];

// The edges of the present state that an input or the world takes.
function edgesFor(isTaken) {
  const seen = new Set();
  return edgesHere().filter((edge) => {
    const key = `${edge[0]} ${edge[1]} ${edge[2] ?? -1}`;
    return isTaken(stepOf(edge)) && !seen.has(key) && seen.add(key);
  });
}

const edgesOfInput = (name, line) =>
  edgesFor((step) => step.kind === "input" && step.name === name
    && (line === undefined || step.line === line));

// The moment of a state, after an edge from the moment before.
function walked(index, edge, before) {
  const { screens, value, effects = [] } = page.data.states[index];
  const step = edge && stepOf(edge);
  const without = (some, others) => some.filter((effect) => !others.includes(effect));
  const by = { input: "input", time: "time", idle: "time", restart: "restart" };
  return {
    by: step === undefined ? "start" : by[step.kind],
    text: step === undefined ? "start" : step.line,
    line: step === undefined ? undefined : (step.kind === "input" ? "> " : "") + step.line,
    time: (before?.time ?? 0) + (step === undefined ? 0 : seconds(step.line)),
    remark: edge && choiceOf(edge),
    screens, value, effects, state: index,
    started: without(effects, before?.effects ?? []),
    ended: without(before?.effects ?? [], effects),
  };
}

// The moments of a shortest path to a state.
function shortestPath(index) {
  const path = [];
  for (let state = index; state !== undefined;) {
    const [before, number] = page.data.states[state].from ?? [];
    path.unshift([state, before === undefined ? undefined : page.data.states[before].edges[number]]);
    state = before;
  }
  const moments = [];
  for (const [state, edge] of path) moments.push(walked(state, edge, moments.at(-1)));
  return moments;
}

function goToState(index) {
  if (page.data.states[index] === undefined) return;
  page.moments = shortestPath(index);
  page.property = undefined;
  select(page.moments.length - 1);
}

// Takes an edge; of several, a person chooses one.
function take(name, edges, reason) {
  if (edges.length === 0) return refuse(name, reason);
  if (edges.length > 1) {
    page.offer = page.offer?.name === name ? undefined : { name, edges };
    page.refusal = undefined;
    return draw();
  }
  const moment = walked(edges[0][1], edges[0], present());
  page.moments = [...page.moments.slice(0, page.position + 1), moment];
  page.property = undefined;
  select(page.position + 1);
}

function play(property, position) {
  const { moments } = page.data.verdicts?.[property] ?? {};
  if (moments === undefined) return;
  page.moments = moments;
  page.property = property;
  page.tab = "history";
  select(position);
}

// Makes another moment the present one. The fragment of the address follows, as a new entry of the
// browser's history, or in place of the last one while a person leafs through moments.
function select(position, isLeafing = false) {
  page.position = Math.max(0, Math.min(position, page.moments.length - 1));
  if (page.isLive) page.isFollowing = page.position === latest();
  page.refusal = page.offer = page.copied = undefined;
  for (const input of find("stack").querySelectorAll("input")) input.sent = input.value;
  draw();
  if (page.isLive) return;
  const moment = present();
  let fragment = `#moment=${page.position}`;
  if (page.property !== undefined) fragment = `#property=${page.property}&moment=${page.position}`;
  else if (moment?.state !== undefined) fragment = `#state=${moment.state}`;
  if (fragment === location.hash) return;
  if (isLeafing) history.replaceState(null, "", fragment);
  else history.pushState(null, "", fragment);
}

// Follows the fragment of the address; a state that is on the walk is found there.
function readFragment() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const number = (name) => (wanted.has(name) ? Number(wanted.get(name)) : undefined);
  const [property, state, moment] = ["property", "state", "moment"].map(number);
  if (property !== undefined) return play(property, moment ?? 0);
  if (state === undefined || page.data.kind !== "search") {
    return page.data.kind === "search" ? goToState(page.data.starts[0][0]) : select(moment ?? 0);
  }
  if (page.property === undefined) {
    for (const near of [0, -1, 1]) {
      const position = page.position + near;
      if (page.moments[position]?.state === state) return select(position);
    }
  }
  goToState(state);
}

// ---- Inputs

function refuse(name, text) {
  page.refusal = { name, text };
  page.offer = undefined;
  // What was typed stays, so that it can be corrected.
  for (const input of find("stack").querySelectorAll("input")) {
    if (input.dataset.name === name) input.sent = undefined;
  }
  draw();
}

// Types a line: the name of an input, and for some inputs a value.
function type(name, value) {
  const line = value === undefined ? name : `${name} ${typedValue(value)}`;
  if (page.isLive) return post(line, name);
  const next = page.moments[page.position + 1];
  if (next?.line === `> ${line}`) return select(page.position + 1);
  if (page.data.kind === "search") {
    return take(name, edgesOfInput(name, line), "Not tried: the search has no such step here.");
  }
  const wanted = next === undefined ? "it ends here" : `next is: ${next.text}`;
  refuse(name, `Not in this recording; ${wanted}.`);
}

function press(element) {
  // A value that is on its way may enable the button; then the app decides.
  if (element.disabled === undefined || page.pending > 0) return type(element.name);
  refuse(element.name, `Disabled${element.disabled === "" ? "" : `: ${element.disabled}`}.`);
}

// Sends the text of a field if it is another than the app's.
function commit(input, element) {
  const { value } = input;
  if (element.disabled !== undefined || value === input.sent || value === input.defaultValue) return;
  input.sent = value;
  type(element.name, value);
  if (element.secure) input.value = "";
}

function keyInField(event, element, elements) {
  const input = event.target;
  if (element.secure && input.value === "" && input.placeholder !== ""
    && ["Backspace", "Delete"].includes(event.key)) {
    return type(element.name, "");
  }
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  page.refusal = undefined;
  commit(input, element);
  const fields = [...find("stack").lastElementChild.querySelectorAll(".item input, .item select")];
  const others = fields.slice(fields.indexOf(input) + 1);
  const next = others.find((field) => !field.hasAttribute("aria-disabled"));
  if (next !== undefined) return next.focus();
  const button = primaryButton(elements);
  if (button === undefined) return;
  const go = () => page.refusal === undefined && type(button.name);
  if (page.isLive) page.sending = page.sending.then(go);
  else if (page.refusal === undefined) press(button);
}

// ---- A living session

function post(line, name) {
  page.pending += 1;
  const answered = (answer) => {
    page.pending -= 1;
    if (answer.refused !== undefined) return refuse(name, answer.refused);
    page.refusal = undefined;
    if (answer.text !== undefined) page.output = [...page.output, `> ${line}`, ...answer.text];
    draw();
  };
  const headers = { "Content-Type": "text/plain;charset=utf-8" };
  page.sending = page.sending
    .then(() => fetch("input", { method: "POST", body: line, headers }))
    .then((response) => {
      if (!response.ok) throw new Error(`the program refused it (${response.status})`);
      return response.json();
    })
    .then(answered, (error) => answered({ refused: `Not sent: ${error.message}.` }));
  return page.sending;
}

function connect() {
  const events = new EventSource("events");
  events.onmessage = (event) => {
    const message = JSON.parse(event.data);
    page.banner = undefined;
    if (message.end !== undefined) {
      events.close();
      page.banner = `The program has ended${message.end === "" ? "." : `: ${message.end}`}`;
    } else {
      receive(message);
    }
    if (page.isHeld) page.mustDraw = true;
    else draw();
  };
  events.onerror = () => {
    page.banner = "Connection lost; trying again.";
    draw();
    // The browser tries again by itself, except after an answer with another status than 200.
    if (events.readyState === EventSource.CLOSED) setTimeout(connect, 1000);
  };
}

const tables = ["elements", "screens", "values", "effects"];
const latest = () => page.data.position ?? page.data.moments.length - 1;

// Takes the whole session, or what has changed.
function receive(message) {
  if (message.format !== undefined) {
    screens.clear();
    page.data = { moments: [], ...message };
    for (const table of tables) page.data[table] ??= [];
  } else {
    for (const table of tables) page.data[table].push(...(message[table] ?? []));
    const { keep = page.data.moments.length, moments = [] } = message;
    page.data.moments = [...page.data.moments.slice(0, keep), ...moments];
    page.data.position = message.position;
  }
  const before = page.shown.at(-1)?.id;
  page.shown = message.shown ?? page.shown;
  if (page.shown.at(-1)?.id !== before) page.refusal = undefined;
  page.data.sealed = message.sealed;
  page.remark = message.remark;
  page.moments = page.data.moments;
  if (page.isFollowing || page.position >= page.moments.length) {
    page.isFollowing = true;
    page.position = latest();
  }
}

// ---- The card: a stack of screens

// An alert is a screen above another with list rows and at most one text.
function styleOf(screen, depth) {
  const rows = screen.elements.filter((element) => element.kind === "row");
  const texts = screen.elements.filter((element) => element.kind === "text" && !element.title);
  const isAlert = rows.length > 0 && rows.length <= 6 && texts.length <= 1
    && rows.length + texts.length === screen.elements.length;
  if (depth === 0) return "whole";
  return isAlert ? "alert" : screen.over === undefined ? "whole" : "sheet";
}

// The movement from one stack to another: its name, and whether the old screen leaves on top.
function movement(before, after) {
  const names = { whole: "push", sheet: "rise", alert: "appear" };
  const [old, fresh] = [before.at(-1), after.at(-1)];
  if (old === undefined || (before.length === after.length && old.id === fresh.id)) return;
  if (after.length > before.length && after[before.length - 1].id === old.id) {
    return { name: names[styleOf(fresh, after.length - 1)], leaves: after.length };
  }
  if (after.length < before.length && before[after.length - 1].id === fresh.id) {
    const style = styleOf(old, before.length - 1);
    return { name: style === "whole" ? "pop" : names[style], isBack: true };
  }
  return { name: "fade" };
}

function drawCard() {
  const stack = shownStack();
  const container = find("stack");
  const move = page.drawn && movement(page.drawn, stack);
  page.drawn = stack;
  let first = stack.length - 1;
  while (first > 0 && styleOf(stack[first], first) !== "whole") first -= 1;
  const layers = stack.slice(Math.max(first, 0)).map((screen, index, all) =>
    drawScreen(screen, first + index, index === all.length - 1));
  const isOverlay = move?.name === "rise" || move?.name === "appear";
  if (move !== undefined && !isStill.matches) {
    const old = container.lastElementChild?.cloneNode(true);
    // A covered screen stays where it is.
    if (old !== undefined && (!isOverlay || move.isBack)) {
      for (const node of [old, ...old.querySelectorAll("[id]")]) node.removeAttribute("id");
      old.removeAttribute("data-enter");
      old.dataset.leave = move.name;
      old.onanimationend = () => old.remove();
      find("leaving").replaceChildren(old);
    }
    if (!(isOverlay && move.isBack)) layers.at(-1).dataset.enter = move.name;
  }
  const hadFocus = container.contains(document.activeElement);
  patchChildren(container, layers);
  const top = container.lastElementChild;
  if (top?.dataset.enter !== undefined) {
    top.onanimationend = () => top.removeAttribute("data-enter");
  }
  if (move !== undefined && (hadFocus || document.activeElement === document.body)) {
    top.querySelector("h1").focus();
  }
}

function drawScreen(screen, depth, isTop) {
  const style = styleOf(screen, depth);
  const key = `${depth}-${screen.id}`;
  const scene = { key, isTop, screen, isInput: (name) => screen.elements.some((e) => e.name === name) };
  const heading = `${key}-title`;
  const refusal = isTop && page.refusal !== undefined && !scene.isInput(page.refusal.name);
  return make("article", {
    class: style, "data-key": key, "aria-labelledby": heading, inert: !isTop,
    "aria-hidden": isTop ? undefined : "true", "aria-modal": isTop && style !== "whole" && "true",
    role: { whole: undefined, sheet: "dialog", alert: "alertdialog" }[style],
  }, make("header", null,
    screen.step !== undefined && [
      make("p", { class: "step" }, `${screen.step} of ${screen.steps}`),
      make("progress", { value: screen.step, max: screen.steps, "aria-label": "Progress" }),
    ],
    screen.over !== undefined && make("p", { class: "over" }, `Over ${screen.over}`),
    make("h1", { id: heading, tabindex: "-1" }, screen.title)),
  drawElements(screen.elements, scene),
  refusal && make("p", { class: "refused", role: "alert" }, page.refusal.text),
  isTop && page.isLive && page.remark !== undefined
    && make("p", { class: "reason", role: "status" }, page.remark));
}

const groups = {
  row: (nodes) => make("ul", { class: "rows" }, nodes),
  button: (nodes) => make("div", { class: "actions" }, nodes),
  grid: (nodes) => make("table", null, make("tbody", null, nodes)),
};

// The elements from top to bottom; rows, cells and buttons in a row make one list, table or block.
function drawElements(elements, scene) {
  const nodes = [];
  for (let index = 0; index < elements.length;) {
    const { kind } = elements[index];
    let end = index + 1;
    while (groups[kind] !== undefined && elements[end]?.kind === kind) end += 1;
    const run = elements.slice(index, end);
    const drawn = run.map((element, number) => renderers[kind]?.(element, scene, number, run));
    nodes.push(...(groups[kind] === undefined ? drawn : [groups[kind](drawn)]));
    index = end;
  }
  return nodes;
}

const renderers = {
  text({ title, text }) {
    if (title !== undefined) {
      return make("div", { class: "titled" }, make("strong", null, title), textNode(text));
    }
    return text === "" ? undefined : textNode(text);
  },
  note({ level, text }) {
    const marks = { info: "i", warning: "!", error: "×" };
    return make("div", { class: `note ${level}`, role: level === "error" ? "alert" : "status" },
      make("span", { role: "img", "aria-label": level }, marks[level]), make("p", null, text));
  },
  progress({ text }) {
    return make("p", { class: "busy", role: "status" }, make("span", null), text);
  },
  link: (element) => make("p", null, drawLink(element)),
  image({ label, source, address }) {
    const image = source === undefined ? label : make("img", { src: source, alt: label });
    return make("p", null, address === undefined ? image : drawLink({ text: image, address }));
  },
  grid({ cells }, _, number, run) {
    const isTable = run.length > 1 && run[0].cells.length > 2;
    const tag = (column) => ((isTable ? number === 0 : column === 0 && cells.length > 1) ? "th" : "td");
    const scope = isTable ? "col" : "row";
    return make("tr", null, cells.map((cell, column) =>
      make(tag(column), { scope: tag(column) === "th" && scope }, cell)));
  },
  cells({ columns, cells }, scene) {
    return make("ul", { class: "cells", "data-columns": columns }, cells.map((lines) =>
      make("li", null, lines.map((line) => renderers[line.kind](line, scene)))));
  },
  bar({ amount, whole, before, after }, { screen, isTop }) {
    const percent = whole === 0 ? 0 : Math.floor((amount / whole) * 100);
    const label = before === "" ? "Progress" : `${before} of the way, ${after}`;
    const seek = screen.elements.find((element) =>
      element.kind === "value-button" && element.takes.includes("%"));
    const isSought = page.isLive && isTop && seek !== undefined && seek.disabled === undefined;
    const shape = isSought
      ? make("input", {
        type: "range", min: 0, max: 100, value: percent, "aria-label": humanized(seek.name),
        onchange: (event) => type(seek.name, `${event.target.value}%`),
      })
      : make("progress", { value: amount, max: Math.max(whole, 1), "aria-label": label });
    return make("div", { class: "bar" }, make("span", null, before), shape, make("span", null, after));
  },
  field(element, scene) {
    const { name, value, secure } = element;
    const id = `${scene.key}-${name}`;
    const keyboard = [["email", /mail/], ["tel", /phone|mobile/], ["numeric", /\bpin\b/]]
      .find(([, pattern]) => pattern.test(name))?.[0];
    const input = make("input", {
      id, type: secure ? "password" : "text", class: secure && "secret", value: secure ? "" : value,
      placeholder: secure && value !== "" ? value : element.optional && "optional",
      autocomplete: secure ? "new-password" : "off", autocapitalize: "none", spellcheck: "false",
      inputmode: keyboard, readonly: element.disabled !== undefined, ...states(element, scene),
      oninput: (event) => { event.target.sent = undefined; },
      onchange: (event) => commit(event.target, element),
      onkeydown: (event) => keyInField(event, element, scene.screen.elements),
    });
    return item(element, scene, [make("label", { for: id }, humanized(name)), input, samples(element)]);
  },
  toggle(element, scene) {
    const id = `${scene.key}-${element.name}`;
    const input = make("input", {
      id, type: "checkbox", role: "switch", checked: element.on, ...states(element, scene),
      onchange: () => press(element),
    });
    const label = make("label", { for: id }, element.label || humanized(element.name));
    return item(element, scene, make("div", { class: "switch" }, label, input));
  },
  choice(element, scene) {
    const id = `${scene.key}-${element.name}`;
    const { options, value } = element;
    const none = value === "" ? (element.optional ? "(optional)" : "(none)") : value;
    const select = make("select", {
      id, disabled: element.disabled !== undefined, ...states(element, scene),
      onchange: (event) => type(element.name, event.target.value),
    }, !options.includes(value) && make("option", { value, selected: true, disabled: true }, none),
    options.map((option) => make("option", { value: option, selected: option === value }, option)));
    return item(element, scene, [make("label", { for: id }, humanized(element.name)), select]);
  },
  row(element, scene) {
    const [, text, isDestructive] = /^(.*?)( \(destructive\))?$/s.exec(element.text);
    return item(element, scene, make("button", {
      type: "button", class: isDestructive && "destructive", ...states(element, scene),
      onclick: () => press(element),
    }, text || humanized(element.name)), "li");
  },
  "value-button"(element, scene) {
    const id = `${scene.key}-${element.name}`;
    const label = make("label", { for: id }, `${humanized(element.name)}: ${element.takes}`);
    if (page.data.kind === "search") {
      const plain = make("p", { class: "label" }, label.textContent);
      return item(element, scene, [plain, samples(element)]);
    }
    const send = (input) => {
      if (element.disabled !== undefined && page.pending === 0) return press(element);
      input.sent = input.value;
      type(element.name, input.value);
    };
    const input = make("input", {
      id, type: "text", value: "", autocomplete: "off", ...states(element, scene),
      onkeydown: (event) => event.key === "Enter" && send(event.target),
    });
    const button = make("button", {
      type: "button", "aria-disabled": element.disabled !== undefined && "true",
      onclick: (event) => send(event.target.previousElementSibling),
    }, humanized(element.name));
    return item(element, scene, [label, make("div", { class: "asks" }, input, button)]);
  },
  button(element, scene, _, run) {
    const isPrimary = primaryButton(run) === element;
    return item(element, scene, make("button", {
      type: "button", class: isPrimary ? "primary" : quietNames.test(element.name) && "plain",
      ...states(element, scene), onclick: () => press(element),
    }, element.label ?? humanized(element.name)));
  },
};

// A text whose lines are all equally long is a picture made of characters.
function textNode(text) {
  const lines = text.split("\n");
  const isPicture = lines.length > 2 && lines.every((line) => line.length === lines[0].length);
  return make(isPicture ? "pre" : "p", { class: isPicture ? "picture" : "text" }, text);
}

function drawLink({ text, address }) {
  if (!/^(https?:\/\/|mailto:)/i.test(address)) return make("span", null, text);
  return make("a", { href: address, target: "_blank", rel: "noreferrer" }, text);
}

const forwardNames = /^(next|save|done|ok|continue|submit|send|start|unlock|log-?in|sign-?(up|in)|play)$/;
const quietNames = /^(back|close|cancel)$/;

// The button for Enter: the first enabled one that leads on.
function primaryButton(elements) {
  const buttons = elements.filter((element) => element.kind === "button");
  const forward = buttons.filter((button) => forwardNames.test(button.name));
  return forward.find((button) => button.disabled === undefined) ?? forward[0]
    ?? buttons.find((button) => !quietNames.test(button.name));
}

// The attributes that tell whether an input is disabled, refused, or pressed next in the recording.
function states({ name, disabled }, { key, isTop }) {
  const isRefused = isTop && page.refusal?.name === name;
  const next = page.isLive ? undefined : page.moments[page.position + 1];
  const [mark, word] = (next?.line ?? "").split(/\s+/);
  const isNext = isTop && (mark === ">" || mark === "!") && word === name;
  const notes = [disabled && `${key}-${name}-why`, isRefused && `${key}-${name}-refused`];
  return {
    "data-name": name, "aria-disabled": disabled !== undefined && "true",
    "aria-describedby": notes.filter(Boolean).join(" ") || undefined,
    "aria-invalid": isRefused && disabled === undefined && "true", "data-next": isNext,
  };
}

// An input with what belongs to it: the reason why it is disabled, its refusal, and the choice among
// the answers of stand-ins.
function item(element, { key, isTop }, content, tag = "div") {
  const { name, disabled } = element;
  const id = `${key}-${name}`;
  const isRefused = isTop && page.refusal?.name === name;
  return make(tag, { class: "item", "data-key": `${element.kind}:${name}` }, content,
    disabled && make("p", { class: "reason", id: `${id}-why` }, disabled),
    isRefused && make("p", { class: "refused", role: "alert", id: `${id}-refused` }, page.refusal.text),
    isTop && drawOffer(name));
}

function drawOffer(name) {
  if (page.offer?.name !== name) return;
  return make("div", { class: "chips", role: "group", "aria-label": "Several outcomes" },
    make("span", null, "Several outcomes:"),
    page.offer.edges.map((edge, number) => {
      const outcome = choiceOf(edge) ?? `${stepOf(edge).line}, ${number + 1}`;
      const text = edge[3] ? `${outcome} (at some times only)` : outcome;
      return make("button", { type: "button", onclick: () => take(name, [edge]) }, text);
    }));
}

// The values of an input that the search has tried.
function samples({ name }) {
  if (page.data.kind !== "search") return;
  const lines = new Set(edgesOfInput(name).map((edge) => stepOf(edge).line));
  if (lines.size === 0) return;
  const text = (line) => line.slice(name.length + 1).replace(/^""$/, "(empty)");
  return make("div", { class: "chips", role: "group", "aria-label": `Tried values of ${name}` },
    make("span", null, "Tried:"), [...lines].map((line) => make("button", {
      type: "button", "data-key": line,
      onclick: () => take(name, edgesOfInput(name, line)),
    }, text(line))));
}

// ---- Below the card: what happens without an input

function drawWorld() {
  if (page.isLive) {
    if (page.isFollowing) return [];
    return [make("p", null, "This is a moment of the past."), make("div", { class: "buttons" },
      make("button", { type: "button", onclick: () => select(latest()) }, "To the present"))];
  }
  const isLast = page.position === page.moments.length - 1;
  const moment = present();
  const violation = moment?.fails && make("p", { class: "refused" }, violationText(moment));
  if (page.data.kind !== "search" || moment?.state === undefined) {
    return [violation, make("div", { class: "buttons" }, make("button", {
      type: "button", "aria-disabled": isLast && "true", onclick: () => select(page.position + 1),
    }, "Next moment"))];
  }
  const time = edgesFor((step) => step.kind === "time" || step.kind === "idle");
  const restart = edgesFor((step) => step.kind === "restart");
  const starts = page.data.starts.map(([state, choice]) => [-1, state, choice]);
  const button = (text, name, edges, reason) => make("button", {
    type: "button", class: "small", "aria-disabled": edges.length === 0 && "true",
    onclick: () => take(name, edges, reason),
  }, text);
  const refusal = ["@ time", "@ restart"].includes(page.refusal?.name);
  const start = make("button", {
    type: "button", class: "small", onclick: () => goToState(starts[0][1]),
  }, "From the start");
  const others = starts.slice(1).map(([, state, choice]) => make("button", {
    type: "button", class: "small", onclick: () => goToState(state),
  }, `From the start (${page.data.choices[choice] ?? `state ${state}`})`));
  return [
    violation,
    make("div", { class: "buttons", role: "group", "aria-label": "The world" },
      button("To the next timer", "@ time", time, "No time passes here in the search."),
      button("Restart", "@ restart", restart, "The search does not restart here."), start, others),
    drawOffer("@ time"), drawOffer("@ restart"),
    refusal && make("p", { class: "refused", role: "alert" }, page.refusal.text),
    edgesHere().length === 0 && make("p", null, "The search did not go on from this state."),
    make("p", null, `State ${moment.state} of ${plural(page.data.states.length, "state")}`),
  ];
}

function violationText(moment) {
  const verdict = page.data.verdicts?.[page.property];
  const remark = moment.remark ?? verdict?.remark;
  if (verdict === undefined) return `Fails${remark === undefined ? "" : `: ${remark}`}`;
  return `Violates "${verdict.property}"${remark === undefined ? "" : `: ${remark}`}`;
}

// ---- The panels

const panels = {
  history: { title: "History", isThere: () => true, draw: drawHistory },
  map: { title: "Map", isThere: () => true, draw: drawMap },
  proof: { title: "Proof", isThere: () => page.data.verdicts !== undefined, draw: drawProof },
  console: { title: "Commands", isThere: () => page.isLive, draw: drawConsole },
};

function drawPanels() {
  if (page.isLive && !page.data.inspect) return [];
  const names = Object.keys(panels).filter((name) => panels[name].isThere());
  page.tab ??= page.data.verdicts === undefined ? "history" : "proof";
  const open = (name) => { page.tab = name; draw(); };
  const onkeydown = (event) => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (move === undefined) return;
    open(names[(names.indexOf(page.tab) + move + names.length) % names.length]);
    find(`tab-${page.tab}`).focus();
  };
  return [
    make("div", { role: "tablist", "aria-label": "Panels", onkeydown }, names.map((name) =>
      make("button", {
        type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "panel",
        "aria-selected": String(name === page.tab), tabindex: name === page.tab ? 0 : -1,
        onclick: () => open(name),
      }, panels[name].title))),
    make("div", { role: "tabpanel", id: "panel", "data-key": page.tab, tabindex: 0,
      "aria-labelledby": `tab-${page.tab}` },
    page.data.sealed ? make("p", null, "Sealed: nothing of this state is shown.") : panels[page.tab].draw()),
  ];
}

// ---- The history

function drawHistory() {
  const { moments, position } = page;
  if (moments.length === 0) return [make("p", { class: "quiet" }, "Nothing has happened yet.")];
  const words = page.filter.toLowerCase();
  const found = [];
  moments.forEach((moment, index) => {
    if (`${moment.text} ${moment.remark ?? ""}`.toLowerCase().includes(words)) found.push(index);
  });
  const middle = Math.max(0, found.findIndex((index) => index >= position));
  const [start, end] = [Math.max(0, middle - page.reach), middle + page.reach + 1];
  const more = (count, place) => count > 0 && make("li", { "data-key": place }, make("button", {
    type: "button", onclick: () => { page.reach *= 4; draw(); },
  }, make("span", null, "…"), `${plural(count, "moment")} ${place}`));
  const verdict = page.data.verdicts?.[page.property];
  return [
    verdict && make("p", null, verdictBadge(verdict), ` ${verdict.property}`),
    make("div", { class: "tools" },
      make("button", { type: "button", "aria-label": "Moment before", "aria-disabled":
        position === 0 && "true", onclick: () => select(position - 1, true) }, "‹"),
      make("input", {
        type: "range", min: 0, max: moments.length - 1, value: position, "aria-label": "Moment",
        "aria-valuetext": `${position + 1} of ${moments.length}: ${present().text}`,
        oninput: (event) => select(Number(event.target.value), true),
      }),
      make("button", { type: "button", "aria-label": "Moment after", "aria-disabled":
        position === moments.length - 1 && "true", onclick: () => select(position + 1, true) }, "›"),
      make("span", { class: "quiet" }, `${position + 1} of ${moments.length}`)),
    make("div", { class: "tools" },
      make("button", { type: "button", onclick: () => copy("Trail", trailText()) }, "Copy as a trail"),
      make("button", { type: "button", onclick: () => copy("Test", testText()) }, "Copy as a test")),
    page.copied && make("div", null,
      make("p", { role: "status" }, `${page.copied.title}${page.copied.isDone ? ": copied" : ""}`),
      make("textarea", { readonly: true, "aria-label": page.copied.title }, page.copied.text)),
    make("div", { class: "halves" },
      make("div", null,
        make("input", {
          type: "search", placeholder: "Filter", "aria-label": "Filter the moments", value: page.filter,
          oninput: (event) => { page.filter = event.target.value; draw(); },
        }),
        make("ol", { class: "moments", tabindex: -1 }, more(start, "earlier"),
          found.slice(start, end).map((index) => drawRow(moments[index], index)),
          more(found.length - end, "later"))),
      make("div", null, drawMoment(present(), moments[position - 1]))),
  ];
}

function drawRow(moment, index) {
  const name = { effect: "effect: ", time: "", restored: "restored: " }[moment.by] ?? "";
  return make("li", { "data-key": index }, make("button", {
    type: "button", class: `${moment.by}${moment.fails ? " fails" : ""}`,
    "aria-current": index === page.position && "true", onclick: () => select(index),
  }, make("i", null, moment.number ?? index), make("b", null, name + moment.text),
  make("i", null, timeText(moment.time)), moment.fails
    ? make("small", null, violationText(moment))
    : moment.remark !== undefined && make("small", null, moment.remark)));
}

function drawMoment(moment, before) {
  const effects = [
    ["Started", moment.started], ["Cancelled", moment.cancelled], ["Ended", moment.ended],
    ["In flight", moment.effects],
  ].filter(([, list]) => list?.length > 0);
  const part = (title, content) => make("section", { "data-key": title }, make("h2", null, title), content);
  const changes = before?.value !== undefined && moment.value !== undefined
    ? difference(before.value, moment.value) : undefined;
  return [
    part("Effects", effects.length === 0 ? make("p", { class: "quiet" }, "None.")
      : make("ul", { class: "facts" }, effects.map(([title, list]) =>
        make("li", null, `${title}: ${list.map(effectText).join(", ")}`)))),
    changes && part("Changes", changes.length === 0
      ? make("p", { class: "quiet" }, "The state is the same.")
      : make("div", { class: "lines" }, changes.map(([sign, text]) =>
        make("div", { class: sign === "+" ? "added" : "removed" }, `${sign} ${text}`)))),
    part("State", moment.value === undefined
      ? make("p", { class: "quiet" }, "Sealed: nothing of this state is shown.")
      : make("div", { class: "tree" }, drawTree("", moment.value, before?.value, "", 0))),
  ];
}

// ---- Values: parts of states

// The parts of a composite: its head, and the labels and indices of its children.
function parts(index) {
  const value = page.data.values[index];
  if (typeof value === "string") return undefined;
  const children = [];
  for (let at = 1; at < value.length; at += 2) {
    children.push({ label: value[at], value: value[at + 1] });
  }
  return { head: value[0], isList: value[0].startsWith("["), children };
}

// A value on one line, cut where it gets long.
function valueText(index, limit = 160) {
  const value = parts(index);
  if (value === undefined) return page.data.values[index].slice(0, limit);
  let text = "";
  for (const child of value.children) {
    if (text.length > limit) return `${value.isList ? "[" : `${value.head}(`}${text}…`;
    const label = child.label === "" ? "" : `${child.label}: `;
    text += (text === "" ? "" : ", ") + label + valueText(child.value, limit - text.length);
  }
  if (value.isList) return `[${text}]`;
  return value.children.length === 0 ? value.head : `${value.head}(${text})`;
}

// The changed lines between two values. Equal parts have equal indices and are not entered.
function difference(before, after) {
  const lines = [];
  const add = (sign, path, value) =>
    lines.push([sign, `${path === "" ? "" : `${path}: `}${valueText(value)}`]);
  const below = (path, { label }, at, count) => {
    if (label !== "") return path === "" ? label : `${path}.${label}`;
    return count > 1 ? `${path}[${at}]` : path;
  };
  const walk = (old, fresh, path) => {
    if (old === fresh || lines.length > 200) return;
    const [a, b] = [parts(old), parts(fresh)];
    if (a === undefined || b === undefined || (a.head !== b.head && !(a.isList && b.isList))) {
      add("-", path, old);
      add("+", path, fresh);
      return;
    }
    const labels = (value) => value.children.map((child) => child.label).join();
    let [start, ends] = [0, 0];
    const shortest = Math.min(a.children.length, b.children.length);
    const isEqual = (at, to) => a.children[at]?.value === b.children[to]?.value;
    if (labels(a) !== labels(b)) {
      // Elements were added or removed: equal ones at both ends stay out.
      while (start < shortest && isEqual(start, start)) start += 1;
      const fromEnd = () => isEqual(a.children.length - 1 - ends, b.children.length - 1 - ends);
      while (ends < shortest - start && fromEnd()) ends += 1;
    }
    const [olds, news] = [a, b].map((value) => value.children.slice(start, value.children.length - ends));
    const count = Math.max(a.children.length, b.children.length);
    for (let at = 0; at < Math.max(olds.length, news.length); at += 1) {
      const place = below(path, news[at] ?? olds[at], start + at, count);
      if (olds[at] !== undefined && news[at] !== undefined) walk(olds[at].value, news[at].value, place);
      else if (olds[at] !== undefined) add("-", place, olds[at].value);
      else add("+", place, news[at].value);
    }
  };
  walk(before, after, "");
  return lines;
}

// The tree of a state. A node shows its children only while it is open; changed nodes are open.
function drawTree(label, index, before, path, depth) {
  const value = parts(index);
  const isChanged = before !== undefined && before !== index;
  const name = label === "" ? undefined : make("span", { class: "name" }, `${label}: `);
  if (value === undefined || value.children.length === 0) {
    const text = make("span", { class: isChanged && "changed" }, valueText(index, 2000));
    return make("div", { class: "leaf", "data-key": path }, name, text);
  }
  const isOpen = page.opened.get(path) ?? (depth < 2 || (isChanged && depth < 8));
  const old = before === undefined ? undefined : parts(before);
  const shown = value.children.slice(0, 200);
  const ontoggle = (event) => {
    if (event.target.open === isOpen) return;
    page.opened.set(path, event.target.open);
    draw();
  };
  const title = isOpen ? value.head : valueText(index, 80);
  return make("details", { open: isOpen, "data-key": path, ontoggle },
    make("summary", null, name, make("span", { class: isChanged && !isOpen && "changed" }, title)),
    isOpen && shown.map((child, at) => drawTree(
      child.label, child.value, old?.children[at]?.value, `${path}/${at}`, depth + 1)),
    isOpen && shown.length < value.children.length
      && make("div", { class: "leaf quiet" }, `… ${value.children.length - shown.length} more`));
}

// ---- The map

// The screens and the transitions between them: each pair of screens once, with the names of the
// inputs that lead there. Restarts are left out, because they lead from everywhere.
function graph() {
  const nodes = new Map();
  const edges = new Map();
  const visit = (moment, place) => {
    const id = topId(moment);
    if (!nodes.has(id)) nodes.set(id, { id, title: screenAt(moment.screens.at(-1)).title, place });
    return id;
  };
  const connect = (from, to, name, isInput) => {
    if (from === to) return;
    const key = JSON.stringify([from, to]);
    const edge = edges.get(key) ?? { from, to, names: new Set(), isInput: false };
    edges.set(key, edge);
    edge.names.add(name);
    edge.isInput ||= isInput;
  };
  if (page.data.kind === "search") {
    page.data.states.forEach(visit);
    for (const state of page.data.states) {
      for (const edge of state.edges ?? []) {
        const { kind, name } = stepOf(edge);
        if (kind === "restart") continue;
        connect(topId(state), topId(page.data.states[edge[1]]), name ?? "time", kind === "input");
      }
    }
  } else {
    page.moments.forEach((moment, index) => {
      const id = visit(moment, index);
      const isInput = moment.by === "input";
      if (index === 0 || moment.by === "restart" || moment.by === "restored") return;
      connect(topId(page.moments[index - 1]), id, isInput ? moment.text.split(" ")[0] : moment.by, isInput);
    });
  }
  return { nodes, edges: [...edges.values()] };
}

// Puts the nodes into layers by their distance from the first one, orders each layer by the mean place
// of the neighbors, and returns places. A link that crosses layers has a point in each of them.
function layout(nodes, edges) {
  const layer = new Map();
  for (const root of nodes.keys()) {
    if (layer.has(root)) continue;
    layer.set(root, 0);
    for (const id of [...layer.keys()].filter((each) => each === root)) {
      const queue = [id];
      for (const from of queue) {
        for (const edge of edges) {
          if (edge.from !== from || layer.has(edge.to)) continue;
          layer.set(edge.to, layer.get(from) + 1);
          queue.push(edge.to);
        }
      }
    }
  }
  const rows = [];
  const point = (row, width) => {
    const made = { row, width, near: [], x: 0 };
    (rows[row] ??= []).push(made);
    return made;
  };
  const points = new Map();
  for (const [id, row] of layer) points.set(id, point(row, 170));
  const links = new Map();
  for (const edge of edges) {
    const [upper, lower] = [edge.from, edge.to].sort((a, b) => layer.get(a) - layer.get(b)
      || (a < b ? -1 : 1));
    const key = JSON.stringify([upper, lower]);
    if (!links.has(key)) {
      const line = [points.get(upper)];
      for (let row = layer.get(upper) + 1; row < layer.get(lower); row += 1) line.push(point(row, 50));
      line.push(points.get(lower));
      for (let at = 1; at < line.length; at += 1) {
        line[at - 1].near.push(line[at]);
        line[at].near.push(line[at - 1]);
      }
      links.set(key, { line, down: undefined, up: undefined });
    }
    links.get(key)[edge.from === upper ? "down" : "up"] = edge;
  }
  const mean = (numbers, other) =>
    numbers.length === 0 ? other : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  for (let sweep = 0; sweep < 12; sweep += 1) {
    for (const row of sweep % 2 === 0 ? rows : [...rows].reverse()) {
      for (const each of row) each.wish = mean(each.near.map((other) => other.x), each.x);
      row.sort((a, b) => a.wish - b.wish);
      let free = -Infinity;
      for (const each of row) {
        each.x = Math.max(each.wish, free + each.width / 2);
        free = each.x + each.width / 2;
      }
      const shift = mean(row.map((each) => each.wish - each.x), 0);
      for (const each of row) each.x += shift;
    }
  }
  return { points, links: [...links.values()], rows };
}

function drawMap() {
  if (page.moments.length === 0) return [];
  let { nodes, edges } = graph();
  const here = topId(present());
  const count = nodes.size;
  if (count > 60) {
    const near = new Set([here]);
    for (let round = 0; round < 2 && near.size < 30; round += 1) {
      for (const { from, to } of edges.filter((edge) => near.has(edge.from) || near.has(edge.to))) {
        if (near.size < 60) near.add(from).add(to);
      }
    }
    nodes = new Map([...nodes].filter(([id]) => near.has(id)));
    edges = edges.filter(({ from, to }) => near.has(from) && near.has(to));
  }
  const { points, links, rows } = layout(nodes, edges);
  const all = rows.flat();
  const left = Math.min(...all.map((each) => each.x - each.width / 2)) - 40;
  const width = Math.max(...all.map((each) => each.x + each.width / 2)) + 40 - left;
  const [gap, half] = [104, 17];
  const at = ({ x, row }, side = 0) => [x - left, row * gap + 30 + side * half];
  const lines = links.flatMap(({ line, down, up }, number) => {
    const both = down !== undefined && up !== undefined;
    return [[down, line, both ? -9 : 0], [up, [...line].reverse(), both ? 9 : 0]]
      .filter(([edge]) => edge !== undefined)
      .map(([edge, path, shift]) => drawEdge(edge, path, shift, number, at));
  });
  const go = ({ place }) => (page.data.kind === "search" ? goToState(place) : select(place));
  const boxes = [...nodes.values()].map((node) => {
    const [x, y] = at(points.get(node.id));
    const title = node.title.length > 20 ? `${node.title.slice(0, 19)}…` : node.title;
    return make("g", {
      role: "button", tabindex: 0, class: node.id === here && "present", "data-key": node.id,
      "aria-label": `${node.title} (${node.id})`, "aria-current": node.id === here && "true",
      onclick: () => go(node), onkeydown: (event) => event.key === "Enter" && go(node),
    }, make("title", null, node.id),
    make("rect", { x: x - 74, y: y - half, width: 148, height: half * 2, rx: 9 }),
    make("text", { x, y: y + 5 }, title));
  });
  const height = (rows.length - 1) * gap + 90;
  const tip = make("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7,
    markerHeight: 7, orient: "auto" }, make("path", { class: "tip", d: "M0 0L8 4L0 8z" }));
  return [
    make("p", { class: "quiet" }, count > nodes.size
      ? `${count} screens are too many for one picture: the neighbors of the present one.`
      : `${plural(count, "screen")}. Dashed: only time or an effect leads there. Restarts are left out.`),
    make("div", { class: "map" }, make("svg", {
      width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Map of the screens",
    }, make("defs", null, tip), lines, boxes)),
  ];
}

// A curve through the points of a link, with the names of the inputs beside its middle.
function drawEdge(edge, path, shift, number, at) {
  const isDown = path[0].row < path.at(-1).row;
  const isFlat = path[0].row === path.at(-1).row;
  const side = (index) => {
    if (isFlat) return 1;
    if (index === 0) return isDown ? 1 : -1;
    return index === path.length - 1 ? (isDown ? -1 : 1) : 0;
  };
  const points = path.map((each, index) => {
    const [x, y] = at(each, side(index));
    return [x + shift, y];
  });
  let d = `M${points[0].join()}`;
  const bend = isFlat ? 34 : (isDown ? 1 : -1) * 35;
  for (let index = 1; index < points.length; index += 1) {
    const [[x, y], [endX, endY]] = [points[index - 1], points[index]];
    d += `C${x},${y + bend} ${endX},${endY + (isFlat ? bend : -bend)} ${endX},${endY}`;
  }
  const middle = Math.max(1, Math.floor(points.length / 2));
  const [[x, y], [endX, endY]] = [points[middle - 1], points[middle]];
  const names = [...edge.names].join(", ");
  const word = make("text", {
    class: "word", x: (x + endX) / 2 + shift * 3, y: isFlat ? y + 30 : (y + endY) / 2 + 4 + ((number % 3) - 1) * 9,
  }, names.length > 22 ? `${names.slice(0, 21)}…` : names);
  return make("g", null, make("title", null, `${edge.from} to ${edge.to}: ${names}`),
    make("path", { class: `edge${edge.isInput ? "" : " dashed"}`, d, "marker-end": "url(#tip)" }), word);
}

// ---- The proof

const verdictBadge = ({ result }) => make("span", { class: `verdict ${result}` }, humanized(result));

function drawProof() {
  const { verdicts, coverage = [], unused = [], limit, leftOut, counts = {} } = page.data;
  const order = ["refuted", "inconclusive", "proved"];
  const sorted = verdicts.map((verdict, index) => ({ ...verdict, index }))
    .sort((a, b) => order.indexOf(a.result) - order.indexOf(b.result));
  const count = (result) => verdicts.filter((verdict) => verdict.result === result).length;
  const list = (title, lines) => lines.length > 0 && make("section", { "data-key": title },
    make("h2", null, title),
    make("ul", { class: "facts" }, lines.map((line) => make("li", null, line))));
  return [
    make("p", null, order.filter(count).map((result) => `${count(result)} ${result}`).join(", ")),
    limit && make("p", { class: "note warning" }, limit),
    make("ul", { class: "verdicts" }, sorted.map((verdict) => make("li", { "data-key": verdict.index },
      make("div", null, verdictBadge(verdict), ` ${verdict.property}`),
      verdict.remark && make("p", { class: "quiet" }, verdict.remark),
      verdict.moments && make("div", { class: "tools" }, make("button", {
        type: "button", onclick: () => play(verdict.index, 0),
      }, verdict.result === "refuted" ? "Play the counterexample" : "Play the example"))))),
    list("Assumptions", coverage), list("Not used", unused),
    list("Not in this page", leftOut === undefined ? [] : [leftOut]),
    list("Size", Object.entries(counts).map(([name, number]) => `${name}: ${number.toLocaleString("en")}`)),
  ];
}

function drawConsole() {
  const onsubmit = (event) => {
    event.preventDefault();
    const [input] = event.target.elements;
    if (input.value !== "") post(input.value, undefined);
    input.sent = input.value;
  };
  return [
    make("form", { class: "asks", onsubmit },
      make("input", { type: "text", "aria-label": "Command", placeholder: ":help", autocomplete: "off" }),
      make("button", null, "Type")),
    make("pre", { class: "lines", role: "log" }, page.output.slice(-400).join("\n")),
  ];
}

// ---- Copies

function copy(title, text) {
  page.copied = { title, text, isDone: false };
  draw();
  navigator.clipboard?.writeText(text).then(() => {
    if (page.copied?.text !== text) return;
    page.copied.isDone = true;
    draw();
  }, () => undefined);
}

// The lines of a trail to the present moment: the shortest one to a state of a search.
function trailLines() {
  const { verdicts, settings = [], states, lines } = page.data;
  if (page.property !== undefined) return verdicts[page.property].trail.trimEnd().split("\n");
  const past = page.data.kind === "search"
    ? shortestPath(present().state) : page.moments.slice(0, page.position + 1);
  const trail = states?.[present().state].trail;
  if (trail !== undefined) return trail.map((index) => lines[index]);
  return [...settings, ...past.map((moment) => moment.line).filter(Boolean)];
}

const trailText = () => `${trailLines().join("\n")}\n`;

// The lines of a test that walks along the moments, with the screen after each of them.
function testSteps(lines) {
  const body = lines.filter((line) => /^[>@!] /.test(line));
  const walk = page.data.kind === "search" && page.property === undefined
    ? shortestPath(present().state) : page.moments;
  const marked = [];
  for (const moment of walk) {
    if (/^[>@!] /.test(moment.line ?? "")) marked.push({ line: moment.line, id: undefined });
    if (marked.length > 0) marked.at(-1).id = topId(moment);
  }
  // Another path than that of the trail: only its end is known.
  const isSame = body.every((line, index) => marked[index]?.line === line);
  return body.map((line, index) => {
    const id = index === body.length - 1 ? topId(present()) : undefined;
    return { line, id: isSame ? marked[index].id : id };
  });
}

function testText() {
  const lines = trailLines();
  const setting = (name) =>
    lines.filter((line) => line.startsWith(`% ${name} `)).map((line) => line.slice(name.length + 3));
  const quoted = (text) => JSON.stringify(text).replaceAll(/\\u([0-9a-f]{4})/g, "\\u{$1}");
  const type = page.data.appType ?? `${humanized(page.data.app).replaceAll(" ", "")}App`;
  const choices = setting("choices").join(" ").match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  const fixes = choices.filter((choice) => choice.startsWith('"')).map((choice) => {
    const [question, answer] = JSON.parse(choice).split(/: (.*)/s);
    return `  simulation.choices.fix(${quoted(question)}, ${quoted(answer)})`;
  });
  const notes = [
    choices.some((choice) => !choice.startsWith('"')) && "a choice among orders of work",
    setting("latency").length > 0 && "a latency", setting("delays").length > 0 && "delays of answers",
    lines.some((line) => line.includes("{secret-")) && "secrets: put them in place of {secret-…}",
  ].filter(Boolean).map((note) => `  // The trail also has ${note}, which this test leaves out.`);
  const options = setting("options").join(" ").split(" ").filter(Boolean).map(quoted).join(", ");
  const start = setting("start")[0] ?? page.data.start;
  const seed = setting("seed")[0];
  const steps = testSteps(lines);
  const rows = steps.map(({ line, id }) =>
    `    (${quoted(line)}, ${id === undefined ? "nil" : quoted(id)}),`);
  const name = `${page.data.app} shows ${topId(present())}`;
  return `import Cairn
import CairnApp
import CairnSimulation
import CairnTesting
import Testing

@testable import ${page.data.app.replaceAll("-", "_")}

@Test func \`${name}\`() throws {
  let simulation = Simulation(${seed === undefined ? "" : `seed: ${seed}`})
${[...notes, ...fixes].map((line) => `${line}\n`).join("")}\
  let app = try ${type}(
    Launch(
      .simulated(start: ${quoted(start)}), options: OptionValues([${options}], among: ${type}.options),
      in: simulation))
  func started() -> TestStore<${type}.Root.State, ${type}.Root.Action> {
    let store = TestStore(app.state, exhaustivity: .off, simulation: simulation) { app.reducer }
    if let action = app.firstAction { store.send(action) }
    store.skipReceived()
    return store
  }
  var store = started()
  let steps: [(line: String, screen: String?)] = [
${rows.join("\n")}
  ]
  for (line, id) in steps {
    let screen = try #require(app.screens(of: store.state).last)
    switch (line.prefix(2), String(line.dropFirst(2))) {
    case ("@ ", "restart"):
      store.skipInFlight()
      store = started()
    case ("@ ", "idle"):
      for _ in 0..<1_000 {
        guard let next = simulation.nextDeadline else { break }
        store.advance(by: simulation.clock.now.duration(to: next))
        store.skipReceived()
      }
    case ("@ ", let time):
      let unit = time.drop { "0123456789.".contains($0) }
      let amount = try #require(Double(time.dropLast(unit.count)))
      store.advance(by: .seconds(unit == "ms" ? amount / 1_000 : unit == "m" ? amount * 60 : amount))
    case ("! ", let input):
      if case .action = screen.parse(input) { Issue.record("it is not refused: \\(line)") }
    case (_, let input):
      guard case .action(let action, name: _) = screen.parse(input) else {
        Issue.record("it is refused: \\(line)")
        return
      }
      store.send(action)
    }
    store.skipReceived()
    if let id { #expect(app.screens(of: store.state).last?.id == id, "after \\(line)") }
  }
}
`;
}

// ---- The page

function drawHead() {
  const { app, kind, counts, inspect } = page.data;
  if (page.isLive && !inspect) return [];
  const summary = {
    search: `the whole app: ${plural(counts?.states ?? page.data.states?.length ?? 0, "state")}`,
    recording: "a recording", session: "a living session",
  };
  return [make("strong", null, app), make("span", null, summary[kind])];
}

function draw() {
  page.mustDraw = false;
  patchChildren(find("banner"), page.banner === undefined ? [] : [document.createTextNode(page.banner)]);
  if (page.data === undefined) return;
  const panelNodes = drawPanels();
  document.body.classList.toggle("with-panels", panelNodes.length > 0);
  patchChildren(find("head"), drawHead());
  drawCard();
  patchChildren(find("world"), make("div", null, drawWorld()).childNodes.length === 0
    ? [] : [...make("div", null, drawWorld()).childNodes]);
  patchChildren(find("panels"), panelNodes);
  const row = document.querySelector(".moments [aria-current]");
  if (row !== null) {
    const list = row.closest(".moments");
    const top = row.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + row.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }
  const title = shownStack().at(-1)?.title;
  document.title = title === undefined ? page.data.app : `${title} – ${page.data.app}`;
}

// The arrow keys leaf through the moments, except where they have a meaning of their own.
function keyOnPage(event) {
  const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const isUsed = event.target.closest("input, select, textarea, [role=tablist]") !== null;
  if (move === undefined || isUsed || event.altKey || event.ctrlKey || event.metaKey) return;
  if (!(page.isLive && !page.data?.inspect)) select(page.position + move, true);
}

// While a pointer is down, nothing moves under it.
addEventListener("pointerdown", () => { page.isHeld = true; });
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => setTimeout(() => {
    page.isHeld = false;
    if (page.mustDraw) draw();
  }));
}
addEventListener("keydown", keyOnPage);

const embedded = find("data");
if (embedded === null) {
  page.isLive = true;
  page.banner = "Connecting…";
  draw();
  connect();
} else {
  page.data = JSON.parse(embedded.textContent);
  page.moments = page.data.moments ?? [];
  readFragment();
  addEventListener("popstate", readFragment);
}
