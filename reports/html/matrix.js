// Functions by backend, grouped by category.

function tally(list, run) {
  const counts = new Uint32Array(outcomes.length);
  for (const row of list) {
    const outcome = outcomeOf(row, run);
    if (outcome >= 0) ++counts[outcome];
  }
  return counts;
}

const sumAgainst = (counts) =>
    counts.reduce((sum, count, place) => sum + (outcomes[place].against ? count : 0), 0);

// What the matrix shows for one function, from the rows that pass the filters.
function functionEntry(place, list) {
  const tallies = runs.map((_, run) => tally(list, run));
  const clauseTotals = runs.map((_, run) => clauseCounts(place, run));
  return {
    place,
    tallies,
    clauseTotals,
    name: functions[place].name,
    ran: list.length,
    // Whether nothing of it was judged: no backend supports it, or it was never run.
    unjudged: tallies.every(
        (counts) => counts.every((count, outcome) => !count || outcome === OUTCOME.unsupported)),
    against: tallies.reduce((sum, counts) => sum + sumAgainst(counts), 0),
    unsupported: tallies.reduce((sum, counts) => sum + counts[OUTCOME.unsupported], 0),
    margin: list.reduce((worst, row) => Math.max(worst, worstMargin(row)), NO_MARGIN),
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

// Within each category, and among categories by their sums and largest.
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

function outcomeCell(counts, label, offered) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const cell = h('td', {class: 'outcome', 'data-label': label});
  if (total === 0) {
    return fill(cell, {}, [neverRun(offered ? 'not run' : 'not in this edition')]);
  }
  const parts = [];
  counts.forEach((count, place) => {
    if (count)
      parts.push(badge(outcomes[place].name, `${formatCount(count)} ${outcomes[place].name}`));
  });
  return fill(
      cell, {}, [h('div', {class: 'badges'}, parts), parts.length > 1 ? countsBar(counts) : null]);
}

function clauseCell({total, holds, fails}, label) {
  // Nothing was judged where all is unsupported.
  if (!holds && !fails) return h('td', {class: 'number muted', 'data-label': label}, '–');
  return h(
      'td', {
        class: `number${fails ? ' failing' : ''}`,
        'data-label': label,
        title: `${holds} of ${total} clauses hold, ${fails} fail`
      },
      fails ? `${fails} of ${total} fail` : `${holds}/${total}`);
}

const inEdition = (entry, run) =>
    !entry.specified || Object.hasOwn(entry.signatures, run.edition) || !run.edition;

function matrixRow(entry) {
  const known = functions[entry.place];
  const cells = runs.flatMap(
      (run, place) =>
          [outcomeCell(entry.tallies[place], run.label, inEdition(known, run)),
           clauseCell(entry.clauseTotals[place], several ? `${run.label}, clauses` : 'Clauses'),
  ]);
  return h(
      'tr', {class: entry.against ? 'bad' : null},
      h('th', {scope: 'row'},
        linkTo(
            {view: 'functions', function: known.name},
            {class: 'name', title: known.summary || null}, known.name)),
      cells,
      h('td', {class: `number${entry.margin > 1 ? ' failing' : ''}`, 'data-label': 'Worst margin'},
        formatMargin(entry.margin)),
      h('td', {class: 'number', 'data-label': 'Time'},
        entry.ran ? formatSeconds(Math.max(...entry.time)) : '–'));
}

function sortHeader(sort, label, properties = {}) {
  const active = state.sort === sort;
  return h(
      'th', {
        scope: 'col',
        'aria-sort': active ? (sort === 'name' ? 'ascending' : 'descending') : null,
        ...properties
      },
      h('button', {
        type: 'button',
        class: 'sort',
        'data-key': `sort-${sort}`,
        title: sort === 'worst' ? 'Worst first, over all backends' : null,
        onclick: () => refine({sort})
      },
        label,
        h('span', {class: 'arrow', 'aria-hidden': 'true'},
          active ? (sort === 'name' ? '▲' : '▼') : '')));
}

function matrixHead() {
  if (!several) {
    return h(
        'thead', {},
        h('tr', {}, sortHeader('name', 'Function'), sortHeader('worst', 'Outcome'),
          sortHeader('clauses', 'Clauses', {class: 'number'}),
          sortHeader('margin', 'Worst margin', {class: 'number'}),
          sortHeader('time', 'Time', {class: 'number'})));
  }
  return h(
      'thead', {},
      h('tr', {}, h('td', {}),
        runs.map((run) => h('th', {scope: 'colgroup', colspan: 2, class: 'run-name'}, run.label)),
        h('td', {colspan: 2})),
      h('tr', {}, sortHeader('name', 'Function'),
        runs.flatMap(
            (_, place) =>
                [place ? h('th', {scope: 'col'}, 'Outcome') : sortHeader('worst', 'Outcome'),
                 place ? h('th', {scope: 'col', class: 'number'}, 'Clauses') :
                         sortHeader('clauses', 'Clauses', {class: 'number'}),
  ]),
        sortHeader('margin', 'Worst margin', {class: 'number'}),
        sortHeader('time', 'Time', {class: 'number'})));
}

// Functions with nothing to judge must not bury the others: they share a row, which opens.
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
  const table = h('table', {class: 'matrix'}, matrixHead());
  for (const group of grouped(shown.map((place) => functionEntry(place, lists[place])))) {
    table.append(
        h('tbody', {},
          h('tr', {class: 'group'},
            h('th', {colspan: columns, scope: 'rowgroup'}, group.name.replaceAll('_', ' '),
              h('span', {class: 'muted'},
                ` ${plural(group.list.length, 'function')}${
                    group.against ? ` · ${formatCount(group.against)} against` : ''}`))),
          categoryRows(group.list, columns)));
  }
  view.append(wide('Functions', table));
  if (data.introduction.length && !isFiltered()) view.append(introductionTable());
}

const nothingFound = () =>
    h('p', {class: 'nothing'}, 'Nothing matches. ',
      h('button', {type: 'button', class: 'quiet', onclick: clearFilters}, 'Clear the filters'));
