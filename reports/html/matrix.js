// Functions by backend, grouped by category.

// What the matrix shows for one function, from the rows that pass the filters.
function functionEntry(place, list) {
  const tallies = runs.map((_, run) => tally(list, run));
  const clauseTotals = runs.map((_, run) => clauseCounts(place, run));
  const margins = runs.map(
      (_, run) => list.reduce((worst, row) => Math.max(worst, marginIn(row, run)), NO_MARGIN));
  const margin = Math.max(...margins);
  return {
    place,
    tallies,
    clauseTotals,
    name: functions[place].name,
    ran: list.length,
    // No result was judged: no backend supports the function, or it was never run.
    unjudged: tallies.every(
        (counts) => counts.every((count, outcome) => !count || outcome === OUTCOME.unsupported)),
    against: tallies.reduce((sum, counts) => sum + sumAgainst(counts), 0),
    unsupported: tallies.reduce((sum, counts) => sum + counts[OUTCOME.unsupported], 0),
    margin,
    worstRun: margin > 0 ? margins.indexOf(margin) : -1,
    time: runs.map(
        (_, run) =>
            list.reduce((sum, row) => sum + (row.results[run] < 0 ? 0 : secondsOf(row, run)), 0)),
    failing: clauseTotals.reduce((sum, counts) => sum + counts.fails, 0),
  };
}

const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
const MATRIX_ORDER = {
  worst: (a, b) => b.against - a.against || a.unjudged - b.unjudged ||
      b.unsupported - a.unsupported || byName(a, b),
  name: byName,
  margin: (a, b) => b.margin - a.margin || byName(a, b),
  time: (a, b) => Math.max(...b.time) - Math.max(...a.time) || byName(a, b),
  clauses: (a, b) => b.failing - a.failing || byName(a, b),
};

// Sorts within each category, and the categories by their sums and maxima.
function grouped(entries) {
  const order = MATRIX_ORDER[state.sort];
  const groups = new Map();
  for (const entry of entries) {
    const {category} = functions[entry.place];
    if (!groups.has(category)) groups.set(category, []);
    groups.get(category).push(entry);
  }
  const sum = (list, name) => list.reduce((total, entry) => total + entry[name], 0);
  return [...groups]
      .map(([name, list]) => ({
             name,
             list: list.sort(order),
             against: sum(list, 'against'),
             unsupported: sum(list, 'unsupported'),
             unjudged: list.every((entry) => entry.unjudged),
             failing: sum(list, 'failing'),
             margin: Math.max(...list.map((entry) => entry.margin)),
             time: runs.map((_, run) => list.reduce((total, entry) => total + entry.time[run], 0)),
           }))
      .sort(order);
}

// How many results are right, of how many; then the other outcomes.
function outcomeCell(counts, label, offered) {
  const total = sumOf(counts);
  const cell = h('td', {class: 'outcome', 'data-label': label});
  if (total === 0) return fill(cell, {}, [neverRun(offered ? 'not run' : 'not in this edition')]);
  const tile = tileOf(counts);
  const others = outcomes.map(({name}, place) => [name, isPass(place) ? 0 : counts[place]])
                     .filter(([, count]) => count)
                     .map(([name, count]) => h('span', {class: `tone-${name}`}, `${formatCount(count)} ${name}`));
  const fraction = `${formatCount(sumRight(counts))}/${formatCount(total)}`;
  return fill(cell, {title: TILE_WORDS[tile]}, [
    h('span', {class: 'right'}, tileIcon(tile),
      h('span', {class: 'visually-hidden'}, `${TILE_WORDS[tile]}: `),
      tile === 'unsupported' ? null : h('b', {class: `fraction-${tile}`}, fraction)),
    h('span', {class: 'others'}, others.map((other) => [' ', other]))
  ]);
}

function clauseCell({total, holds, fails}, label) {
  // If every result is unsupported, no clause was judged.
  if (!holds && !fails) return h('td', {class: 'number clause muted', 'data-label': label}, '–');
  return h(
      'td', {
        class: `number clause${fails ? ' failing' : ''}`,
        'data-label': label,
        title: `${holds} of ${total} clauses hold, ${fails} fail`
      },
      fails ? `${fails} of ${total} fail` : `${holds}/${total}`);
}

const inEdition = (entry, run) =>
    !entry.specified || Object.hasOwn(entry.signatures, run.edition) || !run.edition;

// A value of all backends, with the backend that has it.
const sharedCell = (label, text, run, properties = {}) => h(
    'td', {...properties, class: `number ${properties.class ?? ''}`, 'data-label': label}, text,
    several && run >= 0 ? h('span', {class: 'of-run muted'}, ` ${runs[run].label}`) : null);

function matrixRow(entry) {
  const known = functions[entry.place];
  const cells = runs.flatMap(
      (run, place) => [outcomeCell(
                           entry.tallies[place], several ? run.label : 'Right', inEdition(known, run)),
                       clauseCell(entry.clauseTotals[place], 'Clauses'),
  ]);
  const slowest = entry.time.indexOf(Math.max(...entry.time));
  return h(
      'tr', {class: entry.against ? 'bad' : null},
      h('th', {scope: 'row'},
        linkTo(
            {view: 'functions', function: known.name},
            {class: 'name', title: known.summary || null}, known.name)),
      cells,
      sharedCell(
          'Worst margin', formatMargin(entry.margin), entry.worstRun,
          {class: entry.margin > 1 ? 'failing' : ''}),
      entry.ran ? sharedCell(several ? 'Longest time' : 'Time', formatSeconds(entry.time[slowest]), slowest) :
                  sharedCell('Time', '–', -1));
}

function sortButton(sort, label) {
  const active = state.sort === sort;
  return h(
      'button', {
        type: 'button',
        class: 'sort',
        'data-key': `sort-${sort}`,
        onclick: () => refine({sort})
      },
      label,
      h('span', {class: 'arrow', 'aria-hidden': 'true'},
        active ? (sort === 'name' ? '▲' : '▼') : ''));
}

const sortHeader = (sort, label, properties = {}) => h(
    'th', {
      scope: 'col',
      'aria-sort': state.sort === sort ? (sort === 'name' ? 'ascending' : 'descending') : null,
      ...properties
    },
    sortButton(sort, label));

function matrixHead() {
  if (!several) {
    return h(
        'thead', {},
        h('tr', {}, sortHeader('name', 'Function'), sortHeader('worst', 'Right'),
          sortHeader('clauses', 'Clauses', {class: 'number'}),
          sortHeader('margin', 'Worst margin', {class: 'number'}),
          sortHeader('time', 'Time', {class: 'number'})));
  }
  const column = (label, kind) => h('th', {scope: 'col', class: kind}, label);
  return h(
      'thead', {},
      h('tr', {},
        h('td', {class: 'sorts'}, 'Sorted over all backends: ',
          sortButton('worst', 'failures'), sortButton('clauses', 'failing clauses')),
        runs.map((run) => h('th', {scope: 'colgroup', colspan: 2, class: 'run-name'}, run.label)),
        h('th', {scope: 'colgroup', colspan: 2}, 'All backends')),
      h('tr', {}, sortHeader('name', 'Function'),
        runs.map(() => [column('Right'), column('Clauses', 'number')]),
        sortHeader('margin', 'Worst margin', {class: 'number'}),
        sortHeader('time', 'Longest time', {class: 'number'})));
}

// Functions without a judged result must not bury the others: they share a row that opens.
function foldedRow(entries, words, columns) {
  if (!entries.length) return null;
  const links = entries.map(
      ({name}) =>
          h('li', {},
            linkTo(
                {view: 'functions', function: name},
                {class: 'name', title: functions[findFunction.get(name)].summary || null}, name)));
  return h(
      'tr', {class: 'folded'},
      h('td', {colspan: columns},
        h('details', {},
          h('summary', {}, icon(words === 'never run' ? 'none' : 'unsupported'),
            ` ${plural(entries.length, 'function')} ${words}`),
          h('ul', {}, links))));
}

function categoryRows(list, columns) {
  const folds = !state.outcomes.includes('unsupported');
  const folded = folds ? list.filter((entry) => entry.unjudged) : [];
  return [
    list.filter((entry) => !folded.includes(entry)).map(matrixRow),
    foldedRow(folded.filter((entry) => entry.ran > 0), 'not supported', columns),
    foldedRow(folded.filter((entry) => entry.ran === 0), 'never run', columns)
  ];
}

// A narrow window shows only the headings of the categories until they are tapped. A filter opens
// its categories; paper has every row.
const collapses = () => narrow.matches && !printing && !isFiltered();

// A category: a heading, then its rows.
function categoryBody(group, columns) {
  const rows = () => categoryRows(group.list, columns).flat().filter(Boolean);
  const name = group.name.replaceAll('_', ' ');
  const count = h(
      'span', {class: 'muted'},
      ` ${plural(group.list.length, 'function')}${
          group.against ? ` · ${plural(group.against, 'failure')}` : ''}`);
  const heading = (...content) =>
      h('tr', {class: 'group'}, h('th', {colspan: columns, scope: 'rowgroup'}, content));
  if (!collapses()) return h('tbody', {}, heading(name, count), rows());
  let opened = false;
  const button = h(
      'button', {type: 'button', class: 'expand', 'aria-expanded': 'false', onclick: () => toggle()},
      h('span', {class: 'chevron', 'aria-hidden': 'true'}, '›'), h('span', {}, name, count));
  const body = h('tbody', {}, heading(button));
  const toggle = (quietly = false) => {
    opened = !opened;
    const others = state.open.filter((other) => other !== group.name);
    if (!quietly) remember({open: opened ? [...others, group.name] : others});
    body.replaceChildren(body.firstChild, ...(opened ? rows() : []));
    button.setAttribute('aria-expanded', String(opened));
  };
  if (state.open.includes(group.name)) toggle(true);
  return body;
}

function drawMatrix(view, matching) {
  const lists = functions.map(() => []);
  for (const row of matching) lists[functionOf(row)].push(row);
  const terms = termsOf(state.query);
  const onlyWords = !asksForResults();
  const shown =
      functions.map((entry, place) => place)
          .filter(
              (place) => lists[place].length > 0 ||
                  (onlyWords && (!state.category || functions[place].category === state.category) &&
                   functionMatches(place, terms)));
  if (!shown.length) return void view.append(nothingFound());
  const columns = 3 + 2 * runs.length;
  view.append(wide(
      'Functions',
      h('table', {class: several ? 'matrix several' : 'matrix'}, matrixHead(),
        grouped(shown.map((place) => functionEntry(place, lists[place])))
            .map((group) => categoryBody(group, columns)))));
  if (data.introduction.length && !isFiltered()) view.append(introductionTable());
}

const nothingFound = () =>
    h('p', {class: 'nothing'}, 'Nothing matches. ',
      h('button', {type: 'button', class: 'quiet', onclick: clearFilters}, 'Clear the filters'));
