// The tool bar, the choice of view, and the first drawing.

const toolbar = document.getElementById('toolbar');
const view = document.getElementById('view');
const controls = {};

function clearFilters() {
  controls.query.value = '';
  refine({...EMPTY, view: state.view, function: state.function, sort: state.sort});
}

function choice(name, label, options, choose = (value) => refine({[name]: value})) {
  const select =
      h('select', {'aria-label': label, onchange: () => choose(select.value)},
        h('option', {value: ''}, label), options);
  return (controls[name] = select);
}

function functionOptions() {
  return categories.map(
      (category) =>
          h('optgroup', {label: category.replaceAll('_', ' ')},
            functions.filter((entry) => entry.category === category)
                .map(({name}) => name)
                .sort()
                .map((name) => h('option', {value: name}, name))));
}

// A drop-down list would be too long for the clauses: the browser completes the input instead.
function clauseControl() {
  const input = h('input', {
    type: 'search',
    class: 'clause',
    list: 'clause-ids',
    placeholder: 'Any clause',
    'aria-label': 'Clause',
    spellcheck: 'false',
    autocomplete: 'off'
  });
  const choose = () => {
    const clause = input.value.trim();
    const known = clause === '' || findClause.has(clause);
    input.setCustomValidity(known ? '' : `There is no clause ${clause}.`);
    if (!known)
      input.reportValidity();
    else if (clause !== state.clause)
      refine({clause});
  };
  input.addEventListener('change', choose);
  input.addEventListener('input', () => {
    input.setCustomValidity('');
    if (input.value === '' || findClause.has(input.value)) choose();
  });
  controls.clause = input;
  controls.clauseIds = h('datalist', {id: 'clause-ids'});
  return clauses.length ? [input, controls.clauseIds] : null;
}

// Offers the clauses of the visible function, or all.
function fillClauseIds() {
  if (controls.clauseIds.dataset.function === state.function) return;
  controls.clauseIds.dataset.function = state.function;
  const offered = state.function ? clausesOfFunction[findFunction.get(state.function)] :
                                   clauses.map((_, place) => place);
  controls.clauseIds.replaceChildren(
      ...offered.map((place) => h('option', {value: clauses[place].id})));
}

function readingControl() {
  const options = [...readingCounts].map(
      ([id, count]) => h('option', {value: id}, `${clipped(id, 40)} (${plural(count, 'result')})`));
  const select = choice('reading', 'Any reading', options);
  return options.length ? select : null;
}

// A narrow window folds more. Paper has every category, whatever its width.
const narrow = matchMedia('(max-width: 46rem)');
let printing = false;

function drawToolbar() {
  const search = searchField(
      'Search ids, messages, clauses, readings',
      'Search case ids, functions, messages, clauses, readings and waivers',
      (query) => refine({query}));
  controls.query = search;
  // Each function gets its own entry in the browser history, so Back returns to this view.
  const goTo = (name) => {
    location.hash =
        addressOf({...state, function: name, clause: clauseWithin(name), case: '', caseMode: ''});
  };
  const present = outcomes.filter((_, place) => runs.some((run) => run.counts[place] > 0));
  controls.outcomes =
      present.map(
          ({name}) =>
              h('button', {
                type: 'button',
                class: 'chip',
                'data-outcome': name,
                onclick: () => refine({
                  outcomes: state.outcomes.includes(name) ?
                      state.outcomes.filter((other) => other !== name) :
                      [...state.outcomes, name]
                }),
              },
                icon(name), name));
  controls.differences = several ? h('button', {
    type: 'button',
    class: 'chip',
    title: 'Only results that differ between backends',
    onclick: () => refine({differences: !state.differences})
  },
                                     'differences') :
                                   null;
  controls.clear =
      h('button', {type: 'button', class: 'clear', onclick: clearFilters}, 'Clear filters');
  controls.status = h('span', {class: 'status muted'});
  controls.tabs = VIEWS.map((name, place) => h('a', {class: 'tab', 'data-view': name}, [
                              'Functions', 'Results', 'Margins and times'
                            ][place]));
  toolbar.append(
      h('nav', {class: 'tabs', 'aria-label': 'Views'}, controls.tabs, controls.status,
        controls.clear),
      h('details', {class: 'filter-fold', open: !narrow.matches}, h('summary', {}, 'Filters'),
        h('div', {class: 'filters'}, search,
        choice(
            'category', 'Any category',
            categories.map((name) => h('option', {value: name}, name.replaceAll('_', ' ')))),
        choice('function', 'Any function', functionOptions(), goTo),
        choice('dtype', 'Any dtype', dtypes.map((name) => h('option', {value: name}, name))),
        choice('mode', 'Any mode', modes.map((name) => h('option', {value: name}, name))),
        clauseControl(), readingControl(),
        h('div', {class: 'chips', role: 'group', 'aria-label': 'Outcomes'}, controls.outcomes,
          controls.differences))));
  setUpToolbar(toolbar);
}

function updateToolbar(matching) {
  if (document.activeElement !== controls.query) controls.query.value = state.query;
  for (const name of ['category', 'dtype', 'mode', 'reading', 'function'])
    controls[name].value = state[name];
  if (document.activeElement !== controls.clause || findClause.has(state.clause))
    controls.clause.value = state.clause;
  fillClauseIds();
  for (const chip of controls.outcomes)
    chip.setAttribute('aria-pressed', String(state.outcomes.includes(chip.dataset.outcome)));
  controls.differences?.setAttribute('aria-pressed', String(state.differences));
  for (const tab of controls.tabs) {
    tab.setAttribute(
        'href',
        addressOf({...state, case: '', caseMode: '', function: '', view: tab.dataset.view}));
    if (tab.dataset.view === state.view)
      tab.setAttribute('aria-current', 'page');
    else
      tab.removeAttribute('aria-current');
  }
  controls.clear.hidden = !isFiltered();
  const all =
      state.function ? rowsOfFunction[findFunction.get(state.function)].length : rows.length;
  controls.status.textContent = isFiltered() ?
      `${formatCount(matching.length)} of ${plural(all, 'result')}` :
      plural(all, 'result');
}

function render() {
  const key = document.activeElement?.dataset?.key;
  const matching = matchingRows();
  updateToolbar(matching);
  view.replaceChildren();
  if (state.view === 'results')
    drawResults(view, matching);
  else if (state.view === 'extremes')
    drawExtremes(view, matching);
  else if (state.function)
    drawFunction(view, matching);
  else
    drawMatrix(view, matching);
  if (key) view.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  if (isFiltered()) announce(controls.status.textContent);
}

function redrawMatrix() {
  if (state.view === 'functions' && !state.function) render();
}

let followed = false;  // a link of this page was clicked; false after the Back button

// Scrolls to the view that the address names. After Back, the browser restores the place of the reader;
// then this scrolls only if the view is out of sight.
function showView() {
  const {top, bottom} = view.getBoundingClientRect();
  const tools = toolbar.offsetHeight;  // which stay at the top of the window
  const named = state.function || state.clause || state.view !== EMPTY.view;
  const above = followed ? top < 0 : bottom < 0;
  const below = named && top > Math.max(tools + 1, innerHeight * (followed ? 0.4 : 0.7));
  if (above || below) scrollBy(0, top - tools);
}

// The address changed: by a link, or by the Back or Forward button.
function followAddress() {
  const before = state;
  state = readState();
  render();
  const moved = ['view', 'function', 'clause'].some((name) => before[name] !== state[name]);
  if (moved && !state.case) {
    showView();
    view.focus({preventScroll: true});  // the link that had the focus is gone
  }
  followed = false;
}

setUpTheme();
drawSummary();
drawPicture();
drawTrend();
drawLegend();
drawToolbar();
setUpKeys(controls.query, view);
setUpPrinting(view, 'result');
addEventListener('click', ({target}) => followed ||= target.closest?.('a[href^="#"]') !== null);
addEventListener('hashchange', followAddress);
narrow.addEventListener('change', () => {
  if (printing) return;
  toolbar.querySelector('details').open = !narrow.matches;
  redrawMatrix();
});
for (const name of ['beforeprint', 'afterprint'])
  addEventListener(name, () => {
    printing = name === 'beforeprint';
    if (narrow.matches) redrawMatrix();
  });
followAddress();
