// Building blocks. Every text from a file stays text: nothing on this page parses markup.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on'))
      node.addEventListener(name.slice(2), value);
    else if (name.startsWith('--'))
      node.style.setProperty(name, value);
    else
      node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.flat(Infinity).filter(
      (child) => child !== null && child !== undefined && child !== false));
  return node;
}

// h("a", {class: "x", onclick: f}, "text", other)
const h = (tag, properties = {}, ...children) =>
    fill(document.createElement(tag), properties, children);
const svg = (tag, properties = {}, ...children) =>
    fill(document.createElementNS(SVG, tag), properties, children);

const icon = (name) =>
    svg('svg', {class: `icon tone-${name}`, 'aria-hidden': 'true'},
        svg('use', {href: `#icon-${name}`}));

// A line of a list of facts, which is a dl.
const fact = (name, ...value) => [h('dt', {}, name), h('dd', {}, ...value)];

// The shape and the name show an outcome; colour only repeats it.
const badge = (name, label = name) =>
    h('span', {class: `badge tone-${name}`}, icon(name), h('span', {}, label));

// A dash in place of a result. Its title and its text for screen readers give the reason.
const neverRun = (why = 'not run') =>
    h('span', {class: 'muted', title: why}, h('span', {'aria-hidden': 'true'}, '–'),
      h('span', {class: 'visually-hidden'}, why));

// A table that may be wider than the window: keys scroll it, too.
const wide = (label, table) =>
    h('div', {class: 'wide', tabindex: '0', role: 'group', 'aria-label': label}, table);

const formatCount = (count) => count.toLocaleString('en-US');
// Rounded down, so that only a full 100 % reads 100 %.
const percent = (share) => `${(Math.floor(share * 10000) / 100).toFixed(share === 1 ? 0 : 2)} %`;
const plural = (count, noun) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

// JSON lacks these numbers: they arrive as "nan", "inf" and "-inf".
const toNumber = (value) =>
    (typeof value === 'string' ? Number(value.replace('inf', 'Infinity')) : value);

function formatNumber(value) {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e5) return String(Number(value.toPrecision(3)));
  return value.toExponential(2).replace(/\.?0*e/, 'e').replace('e+', 'e');
}

function formatSeconds(seconds, digits = 2) {
  if (!(seconds >= 0)) return '–';
  if (seconds < 1e-3) return `${Number((seconds * 1e6).toPrecision(digits))} µs`;
  if (seconds < 1) return `${Number((seconds * 1e3).toPrecision(digits))} ms`;
  if (seconds < 100) return `${Number(seconds.toPrecision(3))} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

function debounced(action, milliseconds) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

function announce(text) {
  document.getElementById('announcer').textContent = text;
}

// A page opened from a file may lack access to the clipboard. Selecting and copying still works.
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h('textarea', {class: 'visually-hidden', readonly: true});
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}

function copyButton(text, label) {
  const button = h('button', {type: 'button', class: 'quiet copy', 'aria-label': label}, 'Copy');
  button.addEventListener('click', async () => {
    const copied = await copyText(text());
    button.textContent = copied ? 'Copied' : 'Press Ctrl+C';
    announce(copied ? 'Copied.' : 'The browser refused to copy.');
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
    button.focus();
  });
  return button;
}

const commandLine = (text, label) =>
    h('div', {class: 'command'}, h('code', {}, text), copyButton(() => text, `Copy: ${label}`));

// The beginning of a long text, and a button that shows the rest.
function longText(text, limit = 400) {
  if (text.length <= limit) return text;
  const rest =
      h('button', {type: 'button', class: 'rest', onclick: () => whole.replaceChildren(text)},
        `Show all ${formatCount(text.length)} characters`);
  const whole = h('span', {}, `${text.slice(0, limit)}… `, rest);
  return whole;
}

const clipped = (text, limit) => (text.length <= limit ? text : `${text.slice(0, limit - 1)}…`);

// A list whose items are made when it is opened for the first time.
function foldedList(label, items) {
  const list = h('ul');
  const open = () => list.firstChild || list.append(...items());
  return h('details', {ontoggle: open}, h('summary', {}, label), list);
}

// Puts a row `make(item, place)` for each item into the table of the table body `container`. Rows
// exist only near the visible part, in chunks that each have a table body; elsewhere a chunk is one
// empty row of the same height. Returns a function that makes the row of a place and returns its node.
const CHUNK = 50;
const PRINTED_CHUNKS = 10;
let printedList = null;  // makes the first rows of the visible list; returns the counts {printed, all}

function lazily(container, items, make, columns) {
  const chunks = [];
  const spacer = (rows, height = `calc(${rows} * var(--row-height))`) =>
      h('tr', {class: 'spacer', 'aria-hidden': 'true'},
        h('td', {colspan: columns, '--height': height}));

  function show(chunk) {
    if (chunk.nodes) return;
    chunk.nodes =
        items.slice(chunk.start, chunk.end).map((item, place) => make(item, chunk.start + place));
    chunk.body.replaceChildren(...chunk.nodes.flat());
  }

  // Opened and focused rows stay.
  function hide(chunk) {
    const {body} = chunk;
    if (!chunk.nodes || body.contains(document.activeElement) || body.querySelector('.details'))
      return;
    chunk.nodes = null;
    body.replaceChildren(spacer(0, `${body.getBoundingClientRect().height}px`));
  }

  const watcher = new IntersectionObserver((entries) => {
    for (const {target, isIntersecting} of entries) {
      const chunk = chunks[Number(target.dataset.chunk)];
      if (isIntersecting)
        show(chunk);
      else
        hide(chunk);
    }
  }, {rootMargin: '1500px 0px'});

  for (let start = 0; start < items.length; start += CHUNK) {
    const end = Math.min(start + CHUNK, items.length);
    const body = start ? h('tbody') : container;
    body.dataset.chunk = chunks.length;
    body.append(spacer(end - start));
    chunks.push({start, end, body, nodes: null});
  }
  container.after(...chunks.slice(1).map(({body}) => body));
  show(chunks[0]);
  const measured = container.getBoundingClientRect().height / chunks[0].end;
  if (measured) container.parentNode.style.setProperty('--row-height', `${measured}px`);
  for (const {body} of chunks) watcher.observe(body);
  printedList = () => {
    chunks.slice(0, PRINTED_CHUNKS).forEach(show);
    const printed = chunks.reduce((sum, {nodes}) => sum + (nodes?.length ?? 0), 0);
    return {printed, all: items.length};
  };
  return (place) => {
    const chunk = chunks[Math.floor(place / CHUNK)];
    show(chunk);
    return chunk.nodes[place - chunk.start];
  };
}
