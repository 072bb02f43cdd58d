// Building blocks. Whatever a file says becomes text: nothing on this page parses markup.

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

// An outcome is told by its shape and its name; colour only repeats it.
const badge = (name, label = name) =>
    h('span', {class: `badge tone-${name}`}, icon(name), h('span', {}, label));

const formatCount = (count) => count.toLocaleString('en-US');
const plural = (count, noun) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

function formatNumber(value) {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e5) return String(Number(value.toPrecision(3)));
  return value.toExponential(2).replace(/\.?0*e/, 'e').replace('e+', 'e');
}

function formatSeconds(seconds) {
  if (!(seconds >= 0)) return '–';
  if (seconds < 1e-3) return `${Number((seconds * 1e6).toPrecision(2))} µs`;
  if (seconds < 1) return `${Number((seconds * 1e3).toPrecision(2))} ms`;
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

// A page opened from a file may be denied the clipboard; selecting and copying still works there.
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
    announce(copied ? 'Copied.' : 'Copying was refused by the browser.');
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
    button.focus();
  });
  return button;
}

// Appends `make(item)` for a page of items at a time: the next page when its end comes into sight,
// or by button. Returns a function that shows everything up to a place and gives its node.
const PAGE = 100;
function lazily(container, items, make, columns) {
  let shown = 0;
  const nodes = [];
  const more = h('button', {type: 'button', class: 'quiet', onclick: () => show(shown + PAGE)});
  const footer = h('tr', {class: 'more'}, h('td', {colspan: columns}, more));
  const watcher = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) show(shown + PAGE);
  }, {rootMargin: '600px'});
  function show(until) {
    const end = Math.min(until, items.length);
    const added = [];
    for (; shown < end; ++shown) added.push(nodes[shown] = make(items[shown]));
    container.append(...added.flat());
    if (shown < items.length) {
      more.textContent = `Show more: ${formatCount(items.length - shown)} are left`;
      container.append(footer);
      watcher.unobserve(footer);
      watcher.observe(footer);
    } else {
      watcher.disconnect();
      footer.remove();
    }
  }
  show(PAGE);
  return (place) => {
    show(Math.max(shown, place + 1));
    return nodes[place];
  };
}
