// The page of `kassay diff`: two runs, how they differ, and every change between them. json.h
// describes the data.

const data = JSON.parse(document.getElementById('data').textContent);
const {changes, kinds} = data;

const lowerText =
    new Map(changes.map((change) => [change, [
                          change.case, change.mode, change.old?.message, change.new?.message
                        ].join('\n').toLowerCase()]));
const functions = [...new Set(changes.map((change) => change.function))].sort();

// Each kind of change has the shape and colour of an outcome.
const KIND_ICONS = {
  broken: 'fail',
  'lost-support': 'unsupported',
  gone: 'unsupported',
  'margin-grown': 'error',
  waived: 'waived',
  changed: 'pass-accepted',
  revised: 'pass-accepted',
  retired: 'none',
  new: 'none',
  fixed: 'pass',
};
const kindBadge = (name) => badge(KIND_ICONS[name], name);

// The part of the address after '#' holds the view, so that a link shows the same.
const EMPTY = {
  kinds: [],
  query: '',
  function: '',
  cause: '',
  case: '',
  mode: ''
};
let state = EMPTY;

// Anyone may write an address: wrong names in it are ignored.
function readState() {
  const address = new URLSearchParams(location.hash.slice(1));
  const text = (name) => address.get(name) ?? '';
  return {
    kinds: text('kinds').split('.').filter((name) => kinds.some((kind) => kind.name === name)),
    query: text('query'),
    function: functions.includes(text('function')) ? text('function') : '',
    cause: changes.some(({cause}) => cause === text('cause')) ? text('cause') : '',
    case: text('case'),
    mode: text('mode'),
  };
}

function addressOf(wanted) {
  const address = new URLSearchParams();
  for (const name of ['query', 'function', 'cause', 'case', 'mode'])
    if (wanted[name]) address.set(name, wanted[name]);
  if (wanted.kinds.length) address.set('kinds', wanted.kinds.join('.'));
  return `#${address}`;
}

function remember(wanted) {
  state = {...state, ...wanted};
  history.replaceState(null, '', addressOf(state));
}

function refine(wanted) {
  remember({case: '', mode: '', ...wanted});
  render();
}

// The top of the page: both runs and how they differ.

function runCard(title, run) {
  const {backend} = run;
  return h(
      'article', {class: 'run'},
      h('div', {class: 'run-head'},
        h('h2', {}, `${title}: `, longText(backend.name || backend.argument, 120), ' ',
          longText(backend.version, 60)),
        h('p', {class: 'muted'}, plural(run.results, 'result'))),
      run.complete ? null : h('p', {class: 'banner', role: 'note'}, 'This run was cut short.'),
      h('dl', {class: 'facts'}, fact('Backend', h('code', {}, longText(backend.argument))),
        backend.device ? fact('Device', longText(backend.device)) : null,
        fact('Edition', longText(`${run.edition} · tier ${run.tier}`)),
        fact('Run', longText(run.started.replace('T', ' ').replace('Z', ' UTC'))),
        fact('Results', longText(run.files.join(', ')))));
}

const headerTable = () =>
    h('table', {},
      h('thead', {},
        h('tr', {},
          ['Field', 'Old', 'New', 'What it means'].map((title) => h('th', {scope: 'col'}, title)))),
      h('tbody', {},
        data.header.map(
            (field) =>
                h('tr', {}, h('th', {scope: 'row'}, field.field),
                  h('td', {}, h('code', {class: 'value'}, longText(field.old || 'none'))),
                  h('td', {}, h('code', {class: 'value'}, longText(field.new || 'none'))),
                  h('td', {}, field.meaning)))));

// [text, counts by kind] for each text. The order is that of the worst kind of change, then of the next kinds.
function groupedBy(textOf) {
  const groups = new Map();
  for (const change of changes) {
    const text = textOf(change);
    if (!text) continue;
    if (!groups.has(text)) groups.set(text, []);
    groups.get(text).push(change);
  }
  const countOf = (list, {name}) => list.filter(({kind}) => kind === name).length;
  const counted =
      [...groups].map(([text, list]) => [text, kinds.map((kind) => countOf(list, kind))]);
  const difference = (a, b) => a.map((count, at) => b[at] - count).find(Boolean) ?? 0;
  return counted.sort(([, a], [, b]) => difference(a, b));
}

const countsOf = (counts) => kinds.map(
    ({name}, at) => counts[at] ? [' ', badge(KIND_ICONS[name], `${formatCount(counts[at])} ${name}`)] : null);

const SHOWN_GROUPS = 8;  // the others unfold

// A line for each group, whose name is a link to its changes.
function groupList(title, groups, noun, addressed) {
  if (!groups.length) return null;
  const item = ([text, counts]) => h(
      'li', {}, h('a', {href: addressOf({...EMPTY, ...addressed(text)})}, clipped(text, 300)),
      countsOf(counts));
  const rest = groups.slice(SHOWN_GROUPS);
  return h(
      'details', {class: 'causes', open: true},
      h('summary', {}, `${title}: ${plural(groups.length, noun)}`),
      h('ul', {}, groups.slice(0, SHOWN_GROUPS).map(item)),
      rest.length ? foldedList(`and ${formatCount(rest.length)} more`, () => rest.map(item)) : null);
}

function drawSummary() {
  const worse = kinds.filter((kind) => kind.worse).reduce((sum, kind) => sum + kind.count, 0);
  const differ = data.header.length + data.notices.length;
  const differences =
      h('details', {class: 'notices', open: true}, h('summary', {}, 'How the runs differ'),
        h('ul', {}, data.notices.map((notice) => h('li', {}, longText(notice)))),
        data.header.length ? wide('Fields that differ', headerTable()) : null);
  document.getElementById('summary').append(
      h('p', {class: 'verdict'},
        badge(
            worse ? 'fail' : 'pass',
            worse ? `${plural(worse, 'result')} worse than before` : 'Nothing is worse')),
      groupList('Changes by function', groupedBy((change) => change.function), 'function',
                (name) => ({function: name})) ?? '',
      groupList('Changes by cause', groupedBy(({cause}) => cause), 'cause', (cause) => ({cause})) ?? '',
      h('div', {class: 'runs'}, runCard('Old', data.old), runCard('New', data.new)),
      differ ? differences : '');
}

// The list.

const view = document.getElementById('view');
const controls = {};

function drawToolbar() {
  const toolbar = document.getElementById('toolbar');
  toolbar.setAttribute('aria-label', 'Filter the changes');
  controls.query = searchField(
      'Search ids and messages', 'Search case ids and messages', (query) => refine({query}));
  controls.function =
      h('select',
        {'aria-label': 'Function', onchange: () => refine({function: controls.function.value})},
        h('option', {value: ''}, 'Any function'),
        functions.map((name) => h('option', {value: name}, clipped(name, 60))));
  controls.kinds = kinds.filter((kind) => kind.count)
                       .map(
                           ({name, meaning, count}) =>
                               h('button', {
                                 type: 'button',
                                 class: 'chip',
                                 title: meaning,
                                 'data-kind': name,
                                 onclick: () => refine({
                                   kinds: state.kinds.includes(name) ?
                                       state.kinds.filter((other) => other !== name) :
                                       [...state.kinds, name]
                                 })
                               },
                                 kindBadge(name), formatCount(count)));
  controls.status = h('span', {class: 'status muted'});
  controls.clear = h(
      'button', {type: 'button', class: 'clear', onclick: () => refine(EMPTY)}, 'Clear filters');
  toolbar.append(
      h('div', {class: 'filters'}, controls.query, controls.function,
        h('div', {class: 'chips', role: 'group', 'aria-label': 'Kinds of change'}, controls.kinds),
        controls.status, controls.clear));
  setUpToolbar(toolbar);
}

function matches(change) {
  const terms = state.query.toLowerCase().split(/\s+/);
  return (!state.kinds.length || state.kinds.includes(change.kind)) &&
      (!state.function || change.function === state.function) &&
      (!state.cause || change.cause === state.cause) &&
      terms.every((term) => lowerText.get(change).includes(term));
}

function side(title, result) {
  const margin = result &&
      `margin ${formatNumber(toNumber(result.margin))} · ${
                     formatSeconds(toNumber(result.seconds))}`;
  return h(
      'section', {},
      h('h4', {}, `${title} `, result ? badge(result.outcome) : null,
        h('span', {class: 'muted'}, result ? margin : 'no result')),
      result?.reading ?
          h('p', {class: 'reading'}, 'Reading ', h('code', {}, longText(result.reading))) :
          null,
      result?.message ? h('pre', {class: 'message', tabindex: '0'}, result.message) : null);
}

const details = (change) =>
    h('div', {},
      h('p', {class: 'case-id'}, h('code', {}, longText(change.case)), ' ', longText(change.mode)),
      change.note ? h('p', {class: 'case-note'}, longText(change.note)) : null,
      h('h3', {class: 'visually-hidden'}, 'Both results'),
      h('div', {class: 'sides'}, side('Old', change.old), side('New', change.new)),
      commandLine(change.command, 'the command that explains this case'));

const outcomeCell = (title, result) =>
    h('td', {'data-label': title},
      result ? badge(result.outcome) : h('span', {class: 'muted'}, 'none'));
const marginText = (result) => (result ? formatNumber(toNumber(result.margin)) : '–');
const isOpen = (change) => state.case === change.case && state.mode === change.mode;

const COLUMNS = 6;

// A row and, once opened, the row below it with the details.
function changeRow(change) {
  let opened = null;
  const button =
      h('button',
        {type: 'button', class: 'expand', 'aria-expanded': 'false', onclick: () => toggle()},
        h('span', {class: 'chevron', 'aria-hidden': 'true'}, '›'),
        h('span', {class: 'case-name'}, clipped(change.case, 200)));
  const node =
      h('tr', {}, h('th', {scope: 'row'}, button),
        h('td', {class: 'mode muted', 'data-label': 'Mode'}, clipped(change.mode, 40)),
        h('td', {'data-label': 'Change'}, kindBadge(change.kind)), outcomeCell('Old', change.old),
        outcomeCell('New', change.new),
        h('td', {class: 'number', 'data-label': 'Margin'},
          `${marginText(change.old)} → ${marginText(change.new)}`));
  function toggle(quietly = false) {
    if (opened) {
      opened.remove();
      opened = null;
    } else {
      opened = h('tr', {class: 'details'}, h('td', {colspan: COLUMNS}, details(change)));
      node.after(opened);
    }
    button.setAttribute('aria-expanded', String(opened !== null));
    if (!quietly) remember(opened ? {case: change.case, mode: change.mode} : {case: '', mode: ''});
  }
  node.open = () => toggle(true);
  return node;
}

function render() {
  const matching = changes.filter(matches);
  if (document.activeElement !== controls.query) controls.query.value = state.query;
  controls.function.value = state.function;
  for (const chip of controls.kinds)
    chip.setAttribute('aria-pressed', String(state.kinds.includes(chip.dataset.kind)));
  controls.status.textContent = matching.length === changes.length ?
      plural(changes.length, 'change') :
      `${formatCount(matching.length)} of ${plural(changes.length, 'change')}`;
  controls.clear.hidden = matching.length === changes.length;
  announce(controls.status.textContent);
  if (!matching.length) {
    const text = changes.length ? 'No change matches.' :
                                  `No change: ${plural(data.same, 'result')} the same.`;
    view.replaceChildren(h('p', {class: 'nothing'}, text));
    return;
  }
  const body = h('tbody');
  view.replaceChildren(
      wide(
          'Changes',
          h('table', {class: 'results'},
            h('thead', {},
              h('tr', {},
                ['Case', 'Mode', 'Change', 'Old', 'New'].map(
                    (title) => h('th', {scope: 'col'}, title)),
                h('th', {scope: 'col', class: 'number'}, 'Margin'))),
            body)),
      h('p', {class: 'print-note'}));
  const showUntil = lazily(body, matching, changeRow, COLUMNS);
  const open = state.case ? matching.findIndex(isOpen) : -1;
  if (open < 0) return;
  const node = showUntil(open);
  node.open();
  requestAnimationFrame(() => node.scrollIntoView({block: 'center'}));
}

function drawLegend() {
  document.getElementById('legend').append(h(
      'details', {}, h('summary', {}, 'How to read this page'),
      h('p', {},
        'This page compares the results of two runs by case and mode. The margin of a result is the largest error of an element, divided by the limit of that element.'),
      h('ul', {class: 'legend'},
        kinds.map(({name, meaning}) => h('li', {}, kindBadge(name), h('span', {}, meaning)))),
      h('p', {class: 'muted'}, `${plural(data.same, 'result')} the same in both runs.`)));
}

// A link of the summary leads to the list below it.
function followAddress({type} = {}) {
  state = readState();
  render();
  if (type === 'hashchange' && !state.case) document.getElementById('toolbar').scrollIntoView();
}

setUpTheme();
drawSummary();
drawToolbar();
drawLegend();
setUpKeys(controls.query, view);
setUpPrinting(view, 'change');
addEventListener('hashchange', followAddress);
followAddress();
