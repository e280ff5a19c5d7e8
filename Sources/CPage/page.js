"use strict";

// The page of an app. It shows a search or a recording, which the element `#data` contains, or a
// session, whose server sends events and takes lines: a list of moments and a position in it. `draw`
// makes every part anew from values, and `patch` changes old nodes: focus, caret and scrolling stay.

const find = (id) => document.getElementById(id);

const page = {
  data: undefined, // the whole object, with its tables
  isLive: find("data") === null,
  moments: [], // the history that is shown
  position: 0, // its present moment
  isFollowing: true, // live: the present of the session is shown
  played: undefined, // the number of the entry of the proof whose trail is played
  shown: [], // live: the stack of screens, with their elements
  tab: undefined, drawn: [], limit: 500, // the panel, the drawn stack, the rows of a drawn group
  opened: new Map(), // the nodes of the state that a person opened or closed, by path
  refusal: undefined, // {name, text, time}: the last input was refused
  offer: undefined, // {name, edges}: a person chooses one of several edges
  sending: Promise.resolve(), // inputs are sent one after another
  pending: 0, // inputs without an answer
  isHeld: false, // a pointer is down, but not for a menu, which may take its end: nothing moves
  arrivals: {}, // how often the pictures of the web have arrived
};

const plural = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
// The words of a name, for people: `go-signup` is "Sign up".
const humanized = (name) => name.replace(/^go-(?=.)/, "").replaceAll(/[-_]/g, " ")
  .replace(/\b(log|sign)(in|out|up)\b/, "$1 $2").replace(/./u, (first) => first.toUpperCase());
const shortened = (text, size) => (text.length > size ? `${text.slice(0, size - 1)}…` : text);

// ---- Nodes
// A node. Absent children and attributes are left out; a text is always a text.
function make(tag, attributes, ...children) {
  const node = /^(g|rect|path|text|title)$/.test(tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === false) continue;
    if (name.startsWith("on")) node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(3).filter((child) => child !== undefined && child !== false));
  return node;
}

const paragraph = (text, attributes) => make("p", attributes, text);
const button = (text, onclick, attributes) => make("button", { onclick, ...attributes }, text);
const off = (isDisabled) => ({ "aria-disabled": isDisabled && "true" });
const fill = (id, ...nodes) => patchChildren(find(id), [...make("p", null, nodes).childNodes]);

// Changes the children of a node. Nodes match by tag, `data-key`, and number among those with the same.
function patchChildren(parent, children) {
  const keyed = (nodes, counts = {}) => new Map([...nodes].map((node) => {
    const key = `${node.nodeName} ${node.dataset?.key}`;
    return [`${key} ${counts[key] = (counts[key] ?? 0) + 1}`, node];
  }));
  const [old, fresh] = [keyed(parent.childNodes), keyed(children)];
  for (const [key, node] of old) if (!fresh.has(key)) node.remove();
  let next = parent.firstChild;
  for (const [key, child] of fresh) {
    const match = old.get(key);
    if (match !== undefined && match === next) next = next.nextSibling;
    else parent.insertBefore(match ?? child, next);
    if (match !== undefined) patch(match, child);
  }
}

function patch(old, fresh) {
  if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
  if (old.nodeType === Node.TEXT_NODE) return;
  const before = old.defaultValue;
  const isGone = (name) => !fresh.hasAttribute(name) && name !== "data-enter"; // ends by itself
  for (const name of old.getAttributeNames().filter(isGone)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const on of ["onclick", "onchange", "oninput", "onkeydown", "onsubmit"]) old[on] = fresh[on];
  patchChildren(old, [...fresh.childNodes]);
  if (old.type === "checkbox") old.checked = fresh.checked;
  // A text that is typed stays until the app has another, or an answer to this one and none before.
  const isOther = before !== fresh.defaultValue;
  const isSent = before !== undefined && old.sent === old.value;
  if (isOther && !isSent && old.sent !== undefined) old.sent = undefined;
  else if (isSent ? page.pending === 0 : isOther || old.nodeName === "SELECT") {
    Object.assign(old, { value: fresh.value, sent: undefined });
  }
}

// ---- The data
function screenAt(index) {
  const screen = page.data.screens[index];
  return { ...screen, elements: screen.elements.map((element) => page.data.elements[element]) };
}

const isSearch = () => page.data.kind === "search";
const present = () => page.moments[page.position];
const isNext = (name) => !page.isLive && [">", "!"].some((mark) => // the next moment comes from it
  `${page.moments[page.position + 1]?.line} `.startsWith(`${mark} ${name} `));
const topId = (moment) => page.data.screens[moment.screens.at(-1)].id;
const shownStack = () =>
  (page.isLive && page.isFollowing ? page.shown : present()?.screens.map(screenAt) ?? []);

const hidden = /(?![\p{Join_C}\p{VS}\u{E0020}-\u{E007F}])[\p{C}\p{Zl}\p{Zp}\p{DI}]/u;
const code = (scalar) => ({ "\n": "\\n", "\t": "\\t" })[scalar]
  ?? `\\u{${scalar.codePointAt(0).toString(16).toUpperCase()}}`;
const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&").replace(RegExp(hidden, "gu"), code)}"`;

// A text as a typed value, in quotes if it would be read as another, as inputs or as a placeholder.
function typedValue(text) {
  const isOther = (page.isLive && /;|^\{secret-/.test(text)) || hidden.test(text);
  return !isOther && /^[^\s"](.*\S)?$/su.test(text) ? text : quoted(text);
}

// ---- A walk through the states of a search
const stepOf = (edge) => page.data.steps[edge[0]];
const choiceOf = (edge) => page.data.choices[edge[2] ?? -1];

function edgesFor(isTaken) {
  const edges = page.data.states?.[present()?.state]?.edges.filter((edge) => isTaken(stepOf(edge)));
  const keys = edges?.map((edge) => edge.slice(0, 3).join());
  return edges?.filter((_, at) => keys.indexOf(keys[at]) === at) ?? [];
}

const edgesOfInput = (name, line) => edgesFor((step) =>
  step.kind === "input" && step.name === name && (line === undefined || step.line === line));

function walked(edge, path, index = edge[1]) {
  const { screens, value, effects = [] } = page.data.states[index];
  const { kind = "start", line = "start", seconds = 0 } = edge === undefined ? {} : stepOf(edge);
  const { effects: past, causes, time } = path.at(-1) ?? { effects: [], causes: [], time: 0 };
  const less = (a, b) => b.reduce((rest, one) => rest.toSpliced(rest.indexOf(one) >>> 0, 1), a);
  const started = less(effects, past);
  return {
    by: kind === "idle" ? "time" : kind, text: line, screens, value, effects, state: index,
    line: edge && (kind === "input" ? `> ${line}` : line), remark: edge && choiceOf(edge),
    time: time + seconds, started, gone: less(past, effects),
    // Of equal effects, a search does not keep which one has ended.
    causes: effects.map((at) => [causes[past.indexOf(at)] ?? [],
      started.includes(at) ? path.length : []].flat()),
  };
}

function shortestPath(index) {
  const [{ states }, path, moments] = [page.data, [], []];
  let last = index in states ? index : 0; // an address may be of another search
  for (; last in states; [last] = states[last].from ?? []) path.push(last);
  for (const state of path.reverse()) {
    const [before, number] = states[state].from ?? [];
    moments.push(walked(states[before]?.edges[number], moments, state));
  }
  return moments;
}

function follow(moments, position, isLeafing, played) {
  Object.assign(page, { moments, played, tab: played === undefined ? page.tab : "history" });
  select(position, isLeafing);
}

const goToState = (index, isLeafing) => follow(shortestPath(index), Infinity, isLeafing);
const entries = () => [...page.data.verdicts ?? [], ...page.data.changes ?? []];
const play = (number, position, isLeafing) =>
  follow(entries()[number].moments, position, isLeafing, number);

function take(name, edges, reason) {
  if (edges.length === 0) return refuse(name, reason);
  const path = page.played === undefined ? page.moments.slice(0, page.position + 1)
    : shortestPath(present().state);
  if (edges.length === 1) return follow([...path, walked(edges[0], path)], Infinity);
  page.offer = page.offer?.edges[0] === edges[0] ? undefined : { name, edges };
  draw(page.refusal = undefined);
}

// Makes a moment the present one and, except while leafing, a new entry of the browser's history.
function select(position, isLeafing = false) {
  page.position = Math.max(0, Math.min(position, page.moments.length - 1));
  page.isFollowing = page.position === latest();
  page.refusal = page.offer = undefined;
  showCopy("");
  for (const field of fieldsOfTop()) field.sent = field.value;
  draw();
  const fragment = page.played !== undefined ? `#played=${page.played}&moment=${page.position}`
    : !isSearch() ? `#moment=${page.position}` : present() ? `#state=${present().state}` : "";
  clearTimeout(page.timer);
  if (page.isLive || fragment === location.hash) return;
  // Browsers limit how often an address changes.
  const entry = [page.position, "", fragment];
  if (isLeafing) page.timer = setTimeout(() => history.replaceState(...entry), 200);
  else history.pushState(...entry);
}

// Follows the fragment of the address; the buttons of the browser stay on the walk.
function readFragment(event) {
  const { played, state, moment } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (entries()[played]?.moments) return play(Number(played), Number(moment) || 0, true);
  if (!isSearch()) return select(Number(moment) || 0, true);
  const isHere = page.played === undefined && page.moments[event?.state]?.state === Number(state);
  return isHere ? select(event.state, true) : goToState(Number(state), true);
}

// ---- Inputs
const fieldsOfTop = () => [...document.querySelectorAll("#stack > :last-child :is(input, select)")];

function refuse(name, text) {
  Object.assign(page, { refusal: { name, text, time: performance.now() }, offer: undefined });
  // What was typed stays, so that it can be corrected.
  for (const field of fieldsOfTop()) if (field.dataset.name === name) field.sent = undefined;
  page.isHeld || draw();
}

const topKey = () => find("stack").lastElementChild?.dataset.key;

// A key or a click that began on another screen does nothing.
function type(name, value, screen = topKey(), before,
  line = value === undefined ? name : `${name} ${typedValue(value)}`) {
  if (screen !== topKey()) return;
  if (page.isLive) return page.isFollowing ? post(line, name, screen, before) : select(latest());
  const [next, edges] = [page.moments[page.position + 1], edgesOfInput(name, line)];
  const isDecided = page.played !== undefined || edges.length < 2;
  if (isDecided && next?.line?.replace(/^!/, ">") === `> ${line}`) return select(page.position + 1);
  if (!isSearch()) return refuse(name, `Not recorded; next is: ${next?.text ?? "the end"}`);
  take(name, edges, "Not tried: the search has no such step here.");
}

// A disabled input tells why. While a value is on its way that may enable it, the app decides.
function press({ name, isOff, disabled }, value) {
  if (!isOff || page.pending > 0) return type(name, value);
  refuse(name, `Disabled${disabled && ": "}${disabled}`);
}

function commit(input, { name, secure, isOff }) {
  if (isOff || input.value === (input.sent ?? input.defaultValue)) return;
  page.offer = undefined; // a text that is sent again closes nothing
  type(name, input.sent = input.value);
  if (secure) input.sent = input.value = "";
}

// Enter sends the text and goes on to the next field, or after the last one presses a button.
function keyInField({ target, key, keyCode, isComposing, repeat }, element) {
  const [screen, { isFollowing, isLive }] = [topKey(), page];
  const isComposed = isComposing || keyCode === 229; // Safari, whose composition has ended
  if (isComposed || repeat || !/^(Enter|Backspace|Delete)$/.test(key)) return;
  const clears = element.secure && element.value && target.value === "";
  if (key !== "Enter") return void (clears && type(element.name, ""));
  page.refusal = undefined;
  commit(target, element);
  // An outcome is chosen first. In the past of a living session, a text only leads to the present.
  if (page.offer?.name === element.name || screen !== topKey() || (isLive && !isFollowing)) return;
  const fields = fieldsOfTop().filter((field) => field === target || !field.ariaDisabled);
  const next = fields[fields.indexOf(target) + 1];
  if (next !== undefined) return next.focus();
  const primary = primaryButton(element.all);
  // The press is sent before what is typed meanwhile.
  const go = () => !page.refusal && type(primary.name, undefined, screen, Promise.resolve());
  if (primary !== undefined) page.sending = page.sending.then(go);
}

// ---- A living session
function post(line, name, screen, before = page.sending) {
  const path = screen === undefined ? "input" : `input?${encodeURIComponent(screen)}`;
  page.pending += 1;
  const answered = ({ refused, text = [] }) => {
    page.pending -= 1;
    if (name && refused && screen === topKey()) return refuse(name, refused);
    const shown = (refused ? /^:?[^\s=:;]*/ : /^:[^;]*|^[^\s=:;]*/).exec(line)[0]; // no secret
    const output = [`> ${shown}`, ...text, refused, ""].join("\n");
    if (name === undefined && !page.data.sealed) find("output").append(output);
    Object.assign(page, { refusal: undefined }).isHeld || draw();
  };
  const sent = before
    .then(() => fetch(path, { method: "POST", body: line }))
    .then((response) => (response.ok ? response.json() : Promise.reject(Error(response.status))))
    .then(answered, (error) => answered({ refused: `Not sent: ${error.message}` }));
  if (before === page.sending) page.sending = sent;
  return sent;
}

function connect() {
  page.events?.close();
  if (page.hasEnded || (document.hidden && page.endWatch === undefined)) return;
  const events = page.events = new EventSource("events");
  events.onmessage = (event) => {
    const message = JSON.parse(event.data);
    fill("banner", message.end);
    page.hasEnded = message.end !== undefined;
    if (page.hasEnded) events.close(); else receive(message);
    if (page.forgets && message.shown) page.others.postMessage(message);
    if (!page.isHeld || page.forgets) draw();
  };
  events.onerror = () => {
    fill("banner", "Connection lost; trying again.");
    // The browser tries again by itself, except after an answer with another status than 200.
    if (events.readyState === EventSource.CLOSED) setTimeout(connect, 1000);
  };
}

// One of the hidden tabs has a connection, and tells the others when a state is sealed: a browser
// has six connections to a server, and inputs need one.
function watch() {
  page.endWatch = page.endWatch?.();
  connect();
  page.request ??= navigator.locks?.request(location.pathname, () => {
    page.request = undefined;
    return document.hidden && new Promise((end) => connect(page.endWatch = end));
  });
}

const tables = ["elements", "screens", "values", "effects"];
const latest = () => page.moments.length - 1;

function receive(message) {
  const { keep, moments, shown, sealed, forgets, remark, pictures = [] } = message;
  // A sealed state leaves nothing of what was before it, also if it is over. A message with `keep`
  // adds to a history that began in this state.
  page.forgets = (sealed || forgets) && keep === undefined;
  if (page.forgets) ["moments", "moment", "picture", "output", "leaving"].forEach((id) => fill(id));
  if (page.forgets) showCopy(find("slider").ariaValueText = find("command").value = "");
  if (page.forgets) find("filter").value = "";
  if (message.format !== undefined) page.data = message;
  else for (const table of tables) message[table]?.forEach((entry) => page.data[table].push(entry));
  Object.assign(page.data, { remark, sealed });
  page.moments = [...page.moments.slice(0, keep ?? 0), ...moments ?? []];
  if (forgets || page.shown.at(-1)?.id !== shown.at(-1)?.id) page.refusal = undefined;
  page.shown = shown;
  for (const address of pictures) page.arrivals[address] = (page.arrivals[address] ?? 0) + 1;
  page.isFollowing ||= page.position >= latest();
  if (page.isFollowing) page.position = latest();
}

// ---- The card: a stack of screens
// An alert is a screen above another that has list rows and at most one text.
function styleOf({ elements, over }, depth) {
  const rows = elements.filter(({ kind }) => kind === "row").length;
  const texts = elements.filter(({ kind, title }) => kind === "text" && title === undefined).length;
  if (depth === 0) return "whole";
  if (rows > 0 && rows < 7 && texts < 2 && rows + texts === elements.length) return "alert";
  return over === undefined ? "whole" : "sheet";
}

function movement(before, after) {
  const [old, fresh] = [before.at(-1), after.at(-1)];
  const styleOfTop = (stack) => styleOf(stack.at(-1), stack.length - 1);
  if (before.length * after.length === 0) return undefined;
  if (before.length === after.length) return old.id === fresh.id ? undefined : "fade";
  if (after[before.length - 1]?.id === old.id) return `forth-${styleOfTop(after)}`;
  return before[after.length - 1]?.id === fresh.id ? `back-${styleOfTop(before)}` : "fade";
}

function drawCard() {
  const [stack, container, { activeElement }] = [shownStack(), find("stack"), document];
  const name = movement(page.drawn, stack);
  [page.drawn, page.limit] = [stack, name === undefined ? page.limit : 500];
  const covering = stack.findLastIndex((screen, depth) => styleOf(screen, depth) === "whole");
  const layers = stack.map((screen, depth) =>
    depth >= covering && drawScreen(screen, depth, depth === stack.length - 1)).filter(Boolean);
  if (name !== undefined && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
    // A covered screen stays where it is, and an uncovered one is there already.
    if (!/forth-[sa]/.test(name) && !page.forgets) {
      const old = container.lastElementChild.cloneNode(true);
      for (const node of [old, ...old.querySelectorAll("[id]")]) node.removeAttribute("id");
      old.dataset.leave = name;
      old.onanimationend = () => old.remove();
      find("leaving").replaceChildren(old);
    }
    if (!/back-[sa]/.test(name)) layers.at(-1).dataset.enter = name;
  }
  const isHere = activeElement === document.body || container.contains(activeElement);
  patchChildren(container, layers);
  const top = container.lastElementChild;
  if (top !== null) top.onanimationend = () => top.removeAttribute("data-enter");
  if (name !== undefined && isHere) top.querySelector("h1").focus();
}

function drawScreen({ id, title, step, steps, over, elements }, depth, isTop) {
  const style = styleOf({ elements, over }, depth);
  const key = `${depth}-${id}`;
  const isHere = elements.some(({ name }) => name === page.refusal?.name);
  return make("article", {
    class: style, "data-key": key, "aria-labelledby": `${key}:title`, inert: !isTop,
    role: { sheet: "dialog", alert: "alertdialog" }[style],
  }, make("header", null,
    step !== undefined && [paragraph(`${step} of ${steps}`, { class: "quiet" }),
      make("progress", { value: step, max: steps, "aria-label": "Progress" })],
    style === "sheet" && paragraph(over, { class: "quiet" }),
    make("h1", { id: `${key}:title`, tabindex: "-1" }, title)), drawElements(elements, key, isTop),
  isTop && !isHere && drawRefusal(page.refusal),
  isTop && page.data.remark && paragraph(page.data.remark, { class: "quiet", role: "status" }));
}

// Parts with controls have keys: they keep their nodes, and the focus, if another kind appears above.
const groups = {
  row: (nodes) => make("ul", { class: "rows", "data-key": "rows" }, nodes),
  button: (nodes) => make("div", { class: "actions", "data-key": "actions" }, nodes),
  grid: (nodes) => make("table", null, make("tbody", null, nodes)),
};

// The elements from top to bottom; list rows, grid rows and buttons in a row make one group.
function drawElements(all, key, isTop) {
  const [nodes, reasons] = [[], new Set()];
  const drawEach = (each, number, run) => {
    const { kind, name, disabled } = each;
    const isOff = disabled !== undefined && !isNext(name);
    const element = { ...each, key: `${key}-${name}`, isOff, isTop, all, run, number };
    const content = renderers[kind]?.(element);
    if (name === undefined) return content;
    // A reason that holds for several controls is seen once, and read out at each.
    const hidden = reasons.has(disabled) || !reasons.add(disabled);
    const why = { class: "quiet", id: `${element.key}:why`, hidden };
    return make(kind === "row" ? "li" : "div", { class: "item", "data-key": `${kind}:${name}` },
      content, disabled && paragraph(disabled, why),
      isTop && [drawRefusal(element), drawOffer(name)]);
  };
  for (let start = 0, end = 1; start < all.length; start = end, end += 1) {
    const group = groups[all[start].kind];
    while (group !== undefined && all[end]?.kind === all[start].kind) end += 1;
    const drawn = all.slice(start, Math.min(end, start + page.limit)).map(drawEach);
    nodes.push(group?.(drawn) ?? drawn);
    const rest = end - start - page.limit;
    if (rest > 0) nodes.push(button(`… and ${rest} more`, () => draw(page.limit += 500)));
  }
  return nodes;
}

const renderers = {
  text: ({ title, text, picture }) => (title === undefined ? text !== "" && drawText(text, picture)
    : make("div", { class: "titled" }, make("strong", null, title), drawText(text, picture))),
  note: ({ level, text, mark = { info: "i", warning: "!", error: "×" }[level] }) =>
    make("div", { class: `note ${level}`, role: level === "error" ? "alert" : "status" },
      make("span", { role: "img", "aria-label": level }, mark), drawText(text)),
  progress: ({ text }) => make("p", { class: "busy", role: "status" }, make("span"), text),
  link: ({ text, address }) => make("p", { "data-key": `link ${address}` },
    /^(https?:\/\/|mailto:)/i.test(address)
      ? make("a", { href: address, target: "_blank", rel: "noreferrer" }, text) : text),
  grid({ cells, run, number }) {
    const isTable = run.length > 1 && run[0].cells.length > 2;
    const isHead = (column) => (isTable ? number === 0 : column === 0 && cells.length > 1);
    return make("tr", null, cells.map((cell, column) => (isHead(column)
      ? make("th", { scope: isTable ? "col" : "row" }, cell) : make("td", null, cell))));
  },
  cells: ({ columns, cells }) => make("ul", { class: "cells", "data-columns": columns },
    cells.map((lines) => make("li", null, lines.map((line) => renderers[line.kind](line))))),
  // A click on the bar types a percentage, where the app has a value button for it.
  bar({ amount, whole, before, after, all, isTop }) {
    const seek = all.find(({ kind, takes }) => kind === "value-button" && takes.includes("%"));
    const max = Math.max(whole, 1);
    const onchange = ({ target }) => press(seek, `${target.sent = target.value}%`);
    const title = !page.isLive && seek && "Only the living app takes a click here.";
    const shape = page.isLive && isTop && seek !== undefined && seek.disabled === undefined
      ? make("input", {
        type: "range", value: Math.floor((amount * 100) / max), "aria-label": humanized(seek.name),
        "aria-valuetext": before, onchange,
      }) : make("progress", { value: amount, max, title, "aria-label": before || "Bar" });
    const word = (text) => make("span", null, text);
    return make("div", { class: "bar", "data-key": "bar" }, word(before), shape, word(after));
  },
  field(element) {
    const { value, secure, optional } = element;
    return [label(element), control("input", element, {
      type: secure ? "password" : "text", class: secure && "secret",
      value: secure ? "" : value.replaceAll(/[\r\n]+/g, " "), // a field has one line
      placeholder: (secure && value) || (optional && "optional"), autocapitalize: "none",
      autocomplete: secure ? "new-password" : "off", spellcheck: "false",
      readonly: element.isOff,
      onchange: ({ target }) => commit(target, element),
      onkeydown: (event) => keyInField(event, element),
    }), drawSamples(element)];
  },
  toggle: (element) => make("div", { class: "switch" }, label(element, element.label),
    control("input", element, {
      type: "checkbox", role: "switch", checked: element.on, onchange: () => press(element),
    })),
  choice(element) {
    const { value, options, optional } = element;
    const none = !options.includes(value) && make("option",
      { value, selected: true, disabled: true }, value || (optional ? "(optional)" : "(none)"));
    const onchange = ({ target }) => press(element, target.value);
    return [label(element), control("select", element, { onchange }, none,
      options.map((text) => make("option", { value: text, selected: text === value }, text)))];
  },
  row(element) {
    const [, text, mark] = /^(.*?)( \(destructive\))?$/s.exec(element.text);
    const picture = drawPicture(element.picture);
    // A terminal has columns.
    const [title, ...rest] = text.replace(picture ? /^[▀-▟]+ +/ : "", "").split(/ {2,}/);
    const others = rest.length > 0 && make("small", null, rest.join(" · "));
    return control("button", element, {
      class: mark && "destructive", onclick: () => press(element),
    }, picture, make("span", null, title || humanized(element.name), others));
  },
  "value-button"(element) {
    const words = `${humanized(element.name)}: ${element.takes}`;
    if (isSearch()) return [paragraph(words), drawSamples(element)];
    const onsubmit = ({ target: [input] }) => press(element, input.sent = input.value);
    return [label(element, words), make("form", { class: "asks", method: "dialog", onsubmit },
      control("input", element, { value: "", autocomplete: "off" }),
      make("button", off(element.disabled !== undefined), humanized(element.name)))];
  },
  button: (element) => control("button", element, {
    class: primaryButton(element.run)?.name === element.name ? "primary"
      : /^(back|close|cancel|log-?out|sign-?out)$/.test(element.name) && "plain",
    onclick: () => press(element),
  }, element.label ?? humanized(element.name)),
};

// Another fragment makes the browser ask again, after a picture has arrived.
const pictureURL = (url) => `picture?${encodeURIComponent(url)}#${page.arrivals[url] ?? 0}`;
const drawPicture = (url) => url && (/^data:/.test(url) || (page.isLive && page.isFollowing))
  && make("img", { alt: "", src: url.replace(/^http.*/i, pictureURL) });

// A text whose lines are all equally long is a picture made of characters.
function drawText(text, address) {
  const lines = text.split("\n");
  const isDrawn = lines.length > 2 && lines.every((line) => line.length === lines[0].length);
  const picture = drawPicture(address);
  if (picture) return make("figure", null, picture, !isDrawn && make("figcaption", null, text));
  return make(isDrawn ? "pre" : "p", { class: isDrawn ? "picture" : "text" }, text);
}

const nextNames = /^(add|next|save|done|ok|submit|send|start|retry|unlock|log-?in|sign-?up|play)$/;

function primaryButton(elements) {
  const forward = elements.filter(({ kind, name }) => kind === "button" && nextNames.test(name));
  return forward.find(({ disabled }) => disabled === undefined) ?? forward[0];
}

function control(tag, { name, disabled, key, isTop }, attributes, ...children) {
  const isRefused = isTop && page.refusal?.name === name;
  const notes = [disabled && `${key}:why`, isRefused && `${key}:refused`].filter(Boolean).join(" ");
  return make(tag, {
    id: key, "data-name": name, ...off(disabled !== undefined), "aria-describedby": notes || false,
    "aria-invalid": isRefused && disabled === undefined && "true",
    "data-next": isTop && isNext(name), ...attributes,
  }, children);
}

const label = ({ name, key }, text) => make("label", { for: key }, text || humanized(name));

const drawRefusal = ({ name, key } = {}) => name !== undefined && page.refusal?.name === name
  && paragraph(page.refusal.text, { class: "refused", role: "alert", id: key && `${key}:refused`,
    "data-key": page.refusal.time }); // only a new node is read out

const chips = (title, nodes) => make("div", { class: "chips", role: "group", "aria-label": title },
  make("span", null, `${title}:`), nodes);

const drawOffer = (name) => page.offer?.name === name
  && chips("Outcomes", page.offer.edges.map((edge, number, all) => button(
    ([all.some(([step]) => step !== edge[0]) && stepOf(edge).line, choiceOf(edge)]
      .filter(Boolean).join(": ") || stepOf(edge).line)
      + (all.some((other) => other !== edge && other[0] === edge[0] && other[2] === edge[2])
        ? `, ${number + 1}` : "")
      + (edge[3] ? " (at some times only)" : ""), () => take(name, [edge]))));

function drawSamples({ name }) {
  const lines = [...new Set(edgesOfInput(name).map((edge) => stepOf(edge).line))];
  const text = (line) => line.slice(name.length + 1).replace(/^""$/, "(empty)");
  return lines.length > 0 && chips("Tried", lines.map((line) =>
    button(text(line), () => type(name, undefined, topKey(), null, line), { "data-key": line })));
}

// ---- Below the card: what happens without an input
function drawWorld() {
  const [{ state }, { states, count }] = [present() ?? {}, page.data];
  if (page.isLive) return !page.isFollowing && button("To the present", () => select(latest()));
  const world = (text, kinds) => {
    const edges = edgesFor(({ kind }) => kinds.includes(kind));
    return [button(text, () => take(text, edges), { disabled: !edges.length }), drawOffer(text)];
  };
  const next = { "data-key": "next", ...off(page.position === latest()) };
  return [
    make("div", { class: "tools" }, (!isSearch() || page.played !== undefined)
      && button("Next moment", () => select(page.position + 1), next),
    isSearch() && [
      world("To the next timer", ["time", "idle"]), world("Restart", ["restart"]),
      page.data.steps.some(({ kind }) => kind === "event") && world("An event", ["event"]),
      page.data.starts.map(([start, choice]) =>
        button(`From the start ${page.data.choices[choice] ?? ""}`, () => goToState(start)))]),
    states?.[state]?.effects && paragraph(`State ${state} of ${plural(count, "state")}`
      + (states[state].edges.length > 0 ? "" : ". The search did not go on from it.")),
  ];
}

function problem({ state, fails, remark, violates }) {
  const { conditions, states, verdicts = [] } = page.data;
  const names = (violates ?? states?.[state]?.violates ?? []).map((number) => conditions[number]);
  const ends = verdicts.filter(({ property, result, moments }) => result === "refuted"
    && state !== undefined && moments?.at(-1).state === state && !names.includes(property));
  return [...names.map((name) => `Violates “${name}”`),
    ...ends.map(({ property }) => `The counterexample of “${property}” ends here`),
    fails && (names.length + ends.length === 0 ? `Fails: ${remark}` : remark),
  ].filter(Boolean).join(": ");
}

// ---- The panels
function drawPanels() {
  const { verdicts, inspect, app, summary } = page.data;
  find("head").hidden = find("panels").hidden = page.isLive && !inspect;
  if (find("panels").hidden) return;
  fill("head", make("strong", null, app), " ", make("span", { class: "quiet" }, summary));
  page.tab ??= verdicts === undefined ? "history" : "proof";
  const panels = { history: drawHistory, map: drawMap, proof: verdicts && drawProof };
  for (const tab of document.querySelectorAll("nav button")) {
    const [name, isOpen] = [tab.value, tab.value === page.tab];
    find(name).hidden = !isOpen;
    tab.hidden = name === "commands" ? !page.isLive : panels[name] === undefined;
    tab.ariaCurrent = isOpen ? "true" : null;
    tab.onclick = () => draw(Object.assign(page, { tab: name, mapped: undefined }), showCopy(""));
  }
  panels[page.tab]?.();
}

// ---- The history
function drawHistory() {
  const { moments, position } = page;
  const words = find("filter").value.toLowerCase();
  const found = [...moments.keys()].filter((index) =>
    `${moments[index].text} ${moments[index].remark ?? ""}`.toLowerCase().includes(words));
  const middle = found.filter((index) => index < position).length;
  const rows = found.slice(Math.max(0, middle - 100), middle + 100);
  const [place, rest] = [`${position + 1} of ${moments.length}`, found.length - rows.length];
  fill("played", page.played !== undefined ? drawTitle(entries()[page.played])
    : isSearch() && paragraph("A search keeps states, and no actions of effects between them."));
  fill("position", place);
  Object.assign(find("slider"), { max: moments.length - 1, value: position });
  find("slider").ariaValueText = `${place}: ${present()?.text}`;
  fill("moments", rows.map((index) => drawRow(moments[index], index)),
    rest > 0 && make("li", { class: "quiet" }, `… and ${plural(rest, "moment")} more`));
  fill("moment", (present() || page.isLive) && drawMoment(present() ?? {}, moments[position - 1]));
  const [list, row] = [find("moments"), document.querySelector("#moments [aria-current]")];
  const top = row?.offsetTop - list.offsetTop - list.scrollTop;
  if (top < 0 || top > list.clientHeight - 40) list.scrollTop += top - list.clientHeight / 2;
}

function drawRow(moment, index) {
  const [{ by, number, text, time, remark }, words] = [moment, problem(moment)];
  return make("li", { "data-key": index }, make("button", {
    class: `${by}${words ? " fails" : ""}`, "aria-current": index === page.position && "true",
    onclick: () => select(index),
  }, make("span", null, page.data.kind === "recording" ? number ?? "" : index + 1),
  make("b", null, shortened((by === "effect" ? "effect: " : "") + text, 160)),
  make("span", null, `${Number(time.toFixed(3))} s`),
  (words || remark) && make("small", null, words || remark)));
}

function drawMoment({ value, started, cancelled, ended, gone, effects, causes }, before) {
  if (value === undefined) return paragraph("Sealed: nothing of this state is shown.");
  // A search does not keep whether an equal effect has taken the place of another.
  const word = isSearch() && page.played === undefined ? "since" : "started by";
  const origin = (at) => (page.data.kind === "recording" && page.moments[at].number
    ? `line ${page.moments[at].number}` : `moment ${at + 1}`);
  const cause = (at) => `${origin(at)}: ${shortened(page.moments[at].text, 80)}`;
  const told = (at, place, list) => page.data.effects[at]
    + (list === effects ? ` (${word} ${[causes[place]].flat().map(cause).join(" or ")})` : "");
  const all = { "started by this moment": started, "cancelled by this moment": cancelled, ended,
    "ended or cancelled": gone, "in flight": effects };
  const lists = Object.entries(all).filter(([, list]) => list?.length > 0)
    .map(([title, list]) => paragraph(`${humanized(title)}: ${list.map(told).join(", ")}`));
  const changes = difference(before?.value ?? value, value).map(([sign, text]) => paragraph(
    `${sign} ${text}`, { class: `mono ${{ "+": "added", "-": "removed" }[sign] ?? "quiet"}` }));
  return [
    make("h2", null, "Effects"), lists.length === 0 ? paragraph("None") : lists,
    make("h2", null, "Changes"), changes.length === 0 ? paragraph("None") : changes,
    make("h2", null, "State"), make("div", { class: "mono" }, drawTree("", value, before?.value)),
  ];
}

// ---- Values: parts of states
function parts(index) {
  const value = page.data.values[index];
  if (index === undefined || typeof value === "string") return undefined;
  const [head, ...pairs] = value;
  const children = pairs.flatMap((label, at) => (at % 2 ? [] : { label, value: pairs[at + 1] }));
  return { head, isList: head.startsWith("["), children };
}

function valueText(index, limit = 160) {
  const value = parts(index);
  if (value === undefined) return shortened(page.data.values[index], Math.max(limit, 8));
  if (value.children.length === 0) return value.head;
  const [open, close] = value.isList ? ["[", "]"] : [`${value.head}(`, ")"];
  let text = "";
  for (const { label, value: child } of value.children) {
    if (text.length > limit) return `${open}${text}, …${close}`;
    text += (text && ", ") + (label && `${label}: `) + valueText(child, limit - text.length);
  }
  return open + text + close;
}

// The changed lines between two values. Equal parts have equal indices and are not entered.
function difference(before, after) {
  const lines = [];
  const add = (sign, path, value) => lines.push([sign, (path && `${path}: `) + valueText(value)]);
  const walk = (old, fresh, path) => {
    if (old === fresh || lines.length > 200) return;
    const [a, b] = [parts(old), parts(fresh)];
    if (a === undefined || b === undefined || (a.head !== b.head && !(a.isList && b.isList))) {
      add("-", path, old);
      return add("+", path, fresh);
    }
    // Equal elements at both ends of lists with different counts are left out.
    const [olds, news] = [a, b].map(({ children }) => children.map(({ value }) => value));
    const shortest = olds.length === news.length ? 0 : Math.min(olds.length, news.length);
    let [start, end] = [0, 0];
    while (start < shortest && olds[start] === news[start]) start += 1;
    while (end < shortest - start && olds.at(-1 - end) === news.at(-1 - end)) end += 1;
    for (let at = start; at < Math.max(olds.length, news.length) - end; at += 1) {
      const label = (b.children[at] ?? a.children[at]).label || (a.isList ? `[${at}]` : "");
      const place = path + (path && label && !label.startsWith("[") ? "." : "") + label;
      const [isOld, isNew] = [at < olds.length - end, at < news.length - end];
      if (isOld && isNew) walk(olds[at], news[at], place);
      else add(isOld ? "-" : "+", place, isOld ? olds[at] : news[at]);
    }
  };
  walk(before, after, "");
  return lines.length > 200 ? [...lines.slice(0, 200), ["…", "and more"]] : lines;
}

// A part that folds: its click draws, and the browser does nothing, which would come later.
const drawFold = (key, open, title, children) => make("details", { open, "data-key": key },
  make("summary", { onclick: () => draw(page.opened.set(key, !open)) ?? false }, title),
  open && children);

// The tree of a state. A node shows its children only while it is open; changed nodes are open.
function drawTree(label, index, before, path = "", depth = 0) {
  const value = parts(index);
  const isChanged = before !== undefined && before !== index;
  const name = label !== "" && make("span", { class: "name" }, `${label}: `);
  const text = (words, isShut) => make("span", { class: isChanged && isShut && "changed" }, words);
  if (value === undefined || value.children.length === 0) {
    return make("div", { "data-key": path }, name, text(valueText(index, 2000), true));
  }
  const open = page.opened.get(path) ?? (depth < 2 || (isChanged && depth < 8));
  const olds = parts(before)?.head === value.head ? parts(before).children : [];
  const rest = value.children.length - 200;
  const title = [name, text(open ? value.head : valueText(index, 80), !open)];
  return drawFold(path, open, title, open && [value.children.slice(0, 200).map((child, at) =>
    drawTree(child.label, child.value, olds[at]?.value, `${path}/${at}`, depth + 1)),
  rest > 0 && make("div", null, `… ${rest} more`)]);
}

// ---- The map
// The screens, and the names of the inputs between each two. Restarts would lead from everywhere.
function graph() {
  const [nodes, edges] = [new Map(), new Map()];
  const moments = isSearch() ? page.data.states : page.moments;
  const join = (before, after, { kind, name = "time" }) => {
    const [from, to] = [topId(before), topId(after)];
    if (from === to || /^rest|^start/.test(kind)) return;
    const key = JSON.stringify([from, to]);
    if (!edges.has(key)) edges.set(key, { from, to, names: new Set(), isInput: false });
    edges.get(key).names.add(name);
    edges.get(key).isInput ||= /^(input|event)$/.test(kind);
  };
  let length = 0; // the lines since the start of a run: a click leads to the fewest
  let cause; // an input is the cause of the actions that follow it in the same instant
  moments.forEach((moment, place) => {
    const { id, title } = page.data.screens[moment.screens.at(-1)];
    length = moment.settings ? 0 : length + (moment.line === undefined ? 0 : 1);
    if (!(nodes.get(id)?.length <= length)) nodes.set(id, { id, title, place, length });
    const { edges: steps = [], by, time } = moment;
    for (const [step, target] of steps) join(moment, moments[target], page.data.steps[step]);
    if (by !== "effect" || cause.by !== "input" || cause.time !== time) cause = moment;
    const name = cause.by === "input" ? cause.text.split(" ")[0] : cause.by;
    if (by && place > 0) join(moments[place - 1], moment, { kind: cause.by, name });
  });
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

// Puts the nodes into layers by their distance from the first one, and orders each layer by the
// mean place of the neighbors. A link that crosses layers has a point in each of them.
function layout(nodes, edges) {
  const [layer, points, links, rows] = [new Map(), new Map(), new Map(), []];
  for (const { id: root } of nodes) {
    if (!layer.has(root)) layer.set(root, 0);
    // A map visits what is added while it is walked.
    for (const [id, row] of layer) {
      for (const { from, to } of edges) if (from === id && !layer.has(to)) layer.set(to, row + 1);
    }
  }
  const point = (row, width) => {
    (rows[row] ??= []).push({ row, width, near: [], x: 0, y: row * 100 + 30 });
    return rows[row].at(-1);
  };
  for (const [id, row] of layer) points.set(id, point(row, 172));
  for (const edge of edges) {
    const ends = [edge.from, edge.to].sort().sort((a, b) => layer.get(a) - layer.get(b));
    const key = JSON.stringify(ends);
    if (!links.has(key)) {
      const [upper, lower] = ends.map((id) => points.get(id));
      const between = rows.slice(upper.row + 1, lower.row).map(([{ row }]) => point(row, 44));
      const line = [upper, ...between, lower];
      line.slice(1).forEach((each, at) => line[at].near.push(each) && each.near.push(line[at]));
      links.set(key, { line, edges: [] });
    }
    links.get(key).edges.push({ ...edge, isDown: ends[0] === edge.from });
  }
  for (let sweep = 0; sweep < 60; sweep += 1) {
    for (const row of sweep % 2 === 0 ? rows : [...rows].reverse()) {
      for (const each of row) each.wish = mean([...each.near, each].map(({ x }) => x));
      row.sort((a, b) => a.wish - b.wish);
      let free = -Infinity;
      for (const each of row) {
        each.x = Math.max(each.wish, free + each.width / 2);
        free = each.x + each.width / 2;
      }
      const shift = mean(row.map(({ wish, x }) => wish - x));
      for (const each of row) each.x += shift;
    }
  }
  const sides = rows.flat().flatMap(({ x, width }) => [x - width / 2 - 30, x + width / 2 + 30]);
  const [left, right] = sides.length > 0 ? [Math.min(...sides), Math.max(...sides)] : [0, 0];
  return { points, links: [...links.values()], box: [left, 0, right - left, rows.length * 100] };
}

function drawMap() {
  if (present() === undefined) return;
  const { nodes, edges } = isSearch() ? page.graph ??= graph() : graph();
  const here = topId(present());
  const isPart = nodes.length > 60;
  const touching = edges.filter(({ from, to }) => from === here || to === here).slice(0, 59);
  const near = new Set([here, ...touching.flatMap(({ from, to }) => [from, to])]);
  const shown = nodes.filter(({ id }) => !isPart || near.has(id));
  const { points, links, box } = layout(shown, isPart ? touching : edges);
  const boxes = shown.map(({ id, title, place }) => {
    const { x, y } = points.get(id);
    const go = () => (isSearch() ? goToState(place) : select(place));
    return make("g", {
      role: "button", tabindex: 0, "data-key": id, "aria-label": `${title} (${id})`,
      "aria-current": id === here && "true", onclick: go,
      onkeydown: (event) => void (/^( |Enter)$/.test(event.key) && go(event.preventDefault())),
    }, make("rect", { x: x - 74, y: y - 17, width: 148, height: 34, rx: 9 }),
    make("text", { x, y: y + 5 }, shortened(title, 20)));
  });
  const count = plural(nodes.length, "screen");
  fill("caption", isPart ? `${count} are too many for one picture: the neighbors of the present one`
    : `${count}. Dashed: only time or an effect leads there. Restarts are left out.`);
  find("drawing").setAttribute("viewBox", box.join(" "));
  // In a narrow window it is smaller, and scrolled to the present screen.
  find("drawing").style.width = `clamp(${box[2] * 0.8}px, 100%, ${box[2]}px)`;
  const taken = [];
  fill("picture", links.map(({ line, edges }) => edges.map((edge, at) =>
    drawEdge(edge, line, edges.length > 1 ? at * 22 - 11 : 0, taken))), boxes);
  if (page.mapped === here || !points.has(here)) return;
  page.mapped = here;
  const [frame, { x, y }] = ["#canvas", "#picture [aria-current]"]
    .map((selector) => document.querySelector(selector).getBoundingClientRect());
  find("canvas").scrollBy(x + 74 - frame.x - frame.width / 2, y - frame.y - frame.height / 2);
}

// A curve through the points of a link, with the names of the inputs at a free place near it.
function drawEdge({ from, to, names, isInput, isDown }, line, shift, taken) {
  const [last, isFlat] = [line.length - 1, line[0].row === line.at(-1).row];
  const places = line.map(({ x, y }, at) => {
    const toward = line[at === 0 ? 1 : at - 1].x;
    const lean = at % last === 0 ? Math.max(-45, Math.min(45, (toward - x) / 4)) : 0;
    return [x + lean + shift, y + (at === 0 || isFlat ? 17 : at === last ? -17 : 0)];
  });
  const [[x, y], [endX, endY]] = places.slice(Math.ceil(last / 2) - 1);
  const words = shortened([...names].join(", "), 22);
  const half = words.length * 3.4;
  const middle = (x + endX) / 2 + Math.sign(shift) * half;
  const isFree = (height) => taken.every((other) =>
    Math.abs(other.height - height) > 12 || Math.abs(other.middle - middle) > other.half + half);
  const center = isFlat ? y + 30 : (y + endY) / 2 + 4;
  const free = [0, 13, -13, 26, -26].map((offset) => center + offset).find(isFree) ?? center;
  taken.push({ height: free, half, middle });
  // The curve leaves its ends upright, and its points in the direction of their neighbors.
  const turn = (at, axis, sign) => places[at][axis] + sign * (at % last === 0
    ? (axis === 0 ? 0 : isFlat && at === last ? -36 : 36)
    : (places[at + 1][axis] - places[at - 1][axis]) / 6);
  const points = [places[0], ...places.slice(1).flatMap((place, at) =>
    [[turn(at, 0, 1), turn(at, 1, 1)], [turn(at + 1, 0, -1), turn(at + 1, 1, -1)], place])];
  if (!isDown) points.reverse();
  const d = `M${points[0].join()}C${points.slice(1).join(" ")}`;
  return make("g", null, make("title", null, `${from} to ${to}: ${[...names].join(", ")}`),
    make("path", { d, "stroke-dasharray": !isInput && "5 4", "marker-end": "url(#tip)" }),
    make("text", { class: "word", x: middle, y: free }, words));
}

// ---- The proof
const drawTitle = ({ result, mark = humanized(result), property, what = property }) =>
  [make("span", { class: `verdict ${result}` }, mark), ` ${what}`];

const drawTrail = (key, title, text) => text && drawFold(key, page.opened.get(key), title,
  [button("Copy", () => showCopy("The trail", text)), make("pre", { class: "mono" }, text)]);

function drawEntry(entry) {
  const { result, remark, moments, trail, earlier } = entry;
  const number = entries().indexOf(entry);
  const name = { refuted: "counterexample", proved: "example" }[result] ?? "trail";
  return make("li", null, make("p", null, drawTitle(entry)),
    remark && paragraph(remark, { class: "quiet" }),
    moments ? make("div", { class: "tools" }, button(`Play the ${name}`, () => play(number, 0)))
      : drawTrail(`trail ${number}`, "A trail, which this page does not play", trail),
    drawTrail(`earlier ${number}`, "A trail, which replays in the earlier version", earlier));
}

function drawProof() {
  const { verdicts, changes, comparison, results, limit, lists } = page.data;
  const list = (all) => make("ul", { class: "verdicts" }, all.map(drawEntry));
  fill("proof", paragraph(results), limit && paragraph(limit, { class: "note warning" }),
    list(verdicts), changes && [make("h2", null, comparison), list(changes)],
    lists.map(({ title, lines }) => [make("h2", null, title),
      make("ul", null, lines.map((line) => make("li", null, `– ${line}`)))]));
}

// ---- Copies
function showCopy(title, text = "") {
  find("copied").hidden = title === "";
  Object.assign(find("copied-text"), { value: text, hidden: text === "" });
  fill("copied-status", title);
  const tell = () => fill("copied-status", `${title} is in the clipboard.`);
  if (text !== "") navigator.clipboard?.writeText(text).then(tell, () => {});
}

async function copy(title, isTest) {
  const [lines, { data }] = [trailLines().join("\n"), page];
  const { objection, screens = [] } = page.isLive
    ? await fetch(`copy?${page.position}`).then((reply) => reply.json())
      .catch(() => ({ objection: "the program does not answer" }))
    : { objection: page.data.objection ?? pathHere()[0]?.objection };
  const reason = lines === "" ? "this page leaves out its trail"
    : isTest && /^[>!@] .*\{secret-/m.test(lines) ? "it needs the texts of secrets" : objection;
  if (data !== page.data) return; // the history has begun anew
  if (reason) showCopy(`${title} cannot be copied: ${reason}.`);
  else showCopy(title, isTest ? testText(screens) : `${lines}\n`);
}

// What is copied: what is played, a shortest path, or the moments up to the end of this line.
function pathHere() {
  const { moments, position } = page;
  if (page.played !== undefined) return moments;
  if (isSearch()) return shortestPath(present()?.state);
  const start = moments.findLastIndex(({ settings }, at) => settings && at <= position);
  const end = moments.findIndex(({ line, settings }, at) => (line ?? settings) && at > position);
  return moments.slice(Math.max(0, start), end < 0 ? moments.length : end);
}

function trailLines() {
  const { settings = [], states, lines } = page.data;
  if (page.played !== undefined) return entries()[page.played].trail.trimEnd().split("\n");
  if (isSearch()) return states[present()?.state]?.trail?.map((index) => lines[index]) ?? [];
  const path = pathHere();
  return [...(path[0].settings ?? settings), ...path.flatMap(({ line }) => line ?? [])];
}

function testText(screens) {
  const [module, type] = page.data.appType.split(/\.(.+)/);
  const [lines, path] = [trailLines(), pathHere()];
  const settings = (name) => lines.filter((line) => line.startsWith(`% ${name} `))
    .map((line) => line.slice(name.length + 3).trim());
  const words = (name) => settings(name).flatMap((line) => line.match(/[\d/:]*"(?:[^"\\]|\\.)*"|\S+/g));
  const choices = words("choices").map((it) => (it[0] === '"' ? it : quoted(it.split(":")[0])));
  while (/^"1\/\d+"$/.test(choices.at(-1))) choices.pop();
  const drawn = [choices, words("delays").map(quoted)].map((list) => list.join(", "));
  const helper = drawn.some(Boolean) ? find("test-choices").content.textContent : "";
  const [least, , most] = words("latency").map((text) => `DurationSyntax.parse(${quoted(text)})`);
  // Of a search, only the trail has the waits before inputs, and the samples of secure fields.
  const rest = lines.filter((line) => /^[>@!] /.test(line));
  const steps = [];
  for (const [at, moment] of path.entries()) {
    const isLate = moment.by !== "time" && /^@ \d/.test(rest[0]);
    const count = /^[>@!] /.test(moment.line) ? (isLate ? 2 : 1) : 0;
    steps.push(...rest.splice(0, count).map((line) => ({ line, screen: topId(path[at - 1]) })));
    if (steps.length > 0) steps.at(-1).screen = screens[steps.length - 1] ?? topId(moment);
  }
  const parts = {
    module, type, name: `${page.data.app} shows ${topId(path.at(-1))}`.replaceAll(/[`\\]/g, "'"),
    source: helper
      ? `\n    choices: TrailChoices(\n      choices: [${drawn[0]}],\n      delays: [${drawn[1]}])`
      : words("seed").map((seed) => `seed: ${seed}`).join(""),
    world: most ? `  simulation.choices.answerTime = try ${least}...${most}\n` : "",
    source_type: helper, options: words("options").map(quoted).join(", "),
    start: quoted(settings("start")[0] ?? page.data.start),
    steps: steps.map(({ line, screen }) => `    (${quoted(line)}, ${quoted(screen)}),`).join("\n"),
  };
  return find("test").content.textContent.replaceAll(/\{([a-z_]+)\}/g, (_, name) => parts[name]);
}

// ---- The page
function draw() {
  if (page.data === undefined) return;
  const { activeElement } = document;
  drawPanels();
  drawCard();
  fill("alarm", problem(present() ?? {}));
  fill("world", drawWorld());
  // The heading takes the focus of a control that is gone or hidden. One that was moved takes it back.
  const heading = document.querySelector("#stack > :last-child h1");
  if (!activeElement.checkVisibility()) heading?.focus({ preventScroll: true });
  else if (document.activeElement === document.body) activeElement.focus({ preventScroll: true });
  document.title = [shownStack().at(-1)?.title, page.data.app].filter(Boolean).join(" – ");
}

find("typing").onsubmit = ({ target }) => { post(find("command").value); target.reset(); };
find("command").oninput = ({ target }) => { // a word that is no name here may be that of a secret
  const inputs = [...page.data.elements.filter((one) => one.secure), ...page.shown.at(-1).elements,
    ...page.data.commands.map((name) => ({ name: name.slice(1) }))];
  const found = (word) => inputs.find(({ name }) => name?.startsWith(word));
  const words = [...`;${target.value}`.matchAll(/(;[\s:]*)?(?<![^\s=:;])([^\s=:;]+)[\s=:]/g)];
  target.type = words.some(([, start, word], at) => (found(word) ?? { secure: start !== undefined
    || /^(button|toggle|row)$/.test(found(words[at - 1]?.[2])?.kind) }).secure) ? "password" : "text";
};
find("filter").oninput = draw;
find("before").onclick = () => select(page.position - 1, true);
find("after").onclick = () => select(page.position + 1, true);
find("slider").oninput = ({ target }) => select(Number(target.value), true);
find("copy-trail").onclick = () => copy("The trail");
find("copy-test").onclick = () => copy("The test", true);

// The arrow keys leaf through the moments, except where they have another meaning.
addEventListener("keydown", ({ key, target, altKey, ctrlKey, metaKey }) => {
  const move = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (move === undefined || altKey || ctrlKey || metaKey || find("panels").hidden) return;
  if (!target.matches("input, select, textarea, #canvas")) select(page.position + move, true);
});

onpointerdown = ({ button, target }) => { page.isHeld = !button && target.nodeName !== "SELECT"; };
const release = () => void setTimeout(() => draw(page.isHeld = false));
window.onpointerup = window.onpointercancel = window.oncontextmenu = window.onblur = release;

if (page.isLive) {
  fill("banner", "Connecting…");
  page.others = new BroadcastChannel(location.pathname);
  page.others.onmessage = ({ data }) =>
    page.data && page.events.readyState !== EventSource.OPEN && draw(receive(data));
  watch();
  document.onvisibilitychange = watch;
} else {
  page.data = JSON.parse(find("data").textContent);
  page.moments = page.data.moments ?? [];
  readFragment();
  addEventListener("popstate", readFragment);
}
