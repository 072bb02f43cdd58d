// Lists of results; a row opens to show everything about its case.

function sortedRows(list) {
  const descending = (valueOf) => {
    const keys = new Map(list.map((row) => [row, valueOf(row)]));
    return (a, b) => keys.get(b) - keys.get(a) || 0;  // infinite minus infinite is NaN
  };
  const ids = (a, b) => (idOf(a) < idOf(b) ? -1 : idOf(a) > idOf(b) ? 1 : 0);
  const orders = {
    name: () => ids,
    margin: () => descending(worstMargin),
    time: () => descending(longestTime),
    worst: () => {
      const severity = descending((row) => -severityOf(row));
      const margin = descending(worstMargin);
      return (a, b) => severity(a, b) || margin(a, b);
    },
  };
  return [...list].sort((orders[state.sort] ?? orders.worst)());
}

const isOpen = (row) => state.case !== '' && state.case === idOf(row) &&
    (state.caseMode === '' || state.caseMode === modeOf(row));

// A row and, once opened, the row below it with the details. `place` counts from the top of the list.
function resultRow(row, place, columns, shortened) {
  let details = null;
  const button =
      h('button',
        {type: 'button', class: 'expand', 'aria-expanded': 'false', onclick: () => toggle()},
        h('span', {class: 'chevron', 'aria-hidden': 'true'}, '›'),
        h('span', {class: 'case-name'},
          shortened ? idOf(row).split('/').slice(2).join('/') || idOf(row) : idOf(row)));
  const margin = worstMargin(row);
  const node =
      h('tr', {
        class: outcomes[severityOf(row)]?.against ? 'bad' : null,
        'aria-rowindex': place + 2,
      },
        h('th', {scope: 'row'}, button),
        h('td', {class: 'mode muted', 'data-label': 'Mode'}, modeOf(row)),
        runs.map(
            (run, at) =>
                h('td', {'data-label': several ? run.label : 'Outcome'},
                  row.results[at] < 0 ? neverRun() : badge(outcomes[outcomeOf(row, at)].name))),
        h('td', {
          class: `number${margin > 1 ? ' failing' : ''}`,
          'data-label': several ? 'Worst margin' : 'Margin'
        },
          formatMargin(margin)),
        h('td', {class: 'number', 'data-label': several ? 'Longest time' : 'Time'},
          formatSeconds(longestTime(row))));
  function toggle(open = details === null, quietly = false) {
    button.setAttribute('aria-expanded', String(open));
    if (open) {
      details = h('tr', {class: 'details'}, h('td', {colspan: columns}, caseDetails(row)));
      node.after(details);
    } else {
      details.remove();
      details = null;
    }
    if (!quietly)
      remember(open ? {case: idOf(row), caseMode: modeOf(row)} : {case: '', caseMode: ''});
  }
  node.open = () => toggle(true, true);
  return node;
}

const resultColumns = () =>
    h('colgroup', {}, h('col', {class: 'case-column'}), h('col', {class: 'mode-column'}),
      runs.map(() => h('col', {class: 'outcome-column'})), h('col', {class: 'number-column'}),
      h('col', {class: 'number-column'}));

function drawResults(view, matching, shortened = false) {
  const missing = missingCase(matching);
  if (missing) view.append(missing);
  if (!matching.length) return void view.append(nothingFound());
  const sorted = sortedRows(matching);
  const columns = 4 + runs.length;
  const body = h('tbody');
  if (several)
    view.append(h('p', {class: 'sorts muted'}, 'Sorted over all backends: ', sortButton('worst', 'worst outcome')));
  view.append(
      wide(
          'Results',
          h('table',
            {class: 'results fixed', '--runs': runs.length, 'aria-rowcount': sorted.length + 1},
            resultColumns(),
            h('thead', {},
              h('tr', {'aria-rowindex': 1}, sortHeader('name', 'Case'),
                h('th', {scope: 'col'}, 'Mode'),
                several ?
                    runs.map((run) => h('th', {scope: 'col', class: 'run-name'}, run.label)) :
                    sortHeader('worst', 'Outcome'),
                sortHeader('margin', several ? 'Worst margin' : 'Margin', {class: 'number'}),
                sortHeader('time', several ? 'Longest time' : 'Time', {class: 'number'}))),
            body)),
      h('p', {class: 'print-note'}));
  const nodeOf =
      lazily(body, sorted, (row, place) => resultRow(row, place, columns, shortened), columns);
  const open = state.case ? sorted.findIndex(isOpen) : -1;
  if (open < 0) return;
  const node = nodeOf(open);
  node.classList.add('arrived');
  node.open();
  arriveAt(node);
}

// Rows above get their real heights only near the window, which moves this row. The page scrolls back
// to the row until it rests, or until the reader moves the page.
const REST = 12;      // frames without a move
const LONGEST = 240;  // frames

function arriveAt(node) {
  const stop = new AbortController();
  for (const name of ['wheel', 'touchmove', 'keydown', 'mousedown'])
    addEventListener(name, () => stop.abort(), {once: true, signal: stop.signal, passive: true});
  stop.signal.addEventListener('abort', () => node.classList.remove('arriving'));
  node.classList.add('arriving');
  let [still, frames, before] = [0, 0, NaN];
  const step = () => {
    if (stop.signal.aborted || !node.isConnected) return;
    const {top} = node.getBoundingClientRect();
    // Below the tool bar, where that stays at the top of the window.
    const highest = Math.max(0, toolbar.getBoundingClientRect().bottom);
    if (top < highest || top > innerHeight * 0.7) node.scrollIntoView({block: 'start'});
    const now = node.getBoundingClientRect().top;
    still = now === before ? still + 1 : 0;
    before = now;
    if (still < REST && ++frames < LONGEST)
      requestAnimationFrame(step);
    else
      stop.abort();
  };
  requestAnimationFrame(step);
}

// An address may name a case that these results lack.
function missingCase(matching) {
  if (!state.case || matching.some(isOpen)) return null;
  const known = rows.some(isOpen);
  return h(
      'p', {class: 'chosen', role: 'status'}, 'The case ', h('code', {}, clipped(state.case, 200)),
      known ? ' is hidden by the filters. ' : ' has no result in this report.',
      known ? h('button', {
        type: 'button',
        class: 'quiet',
        onclick: () => refine({
          ...EMPTY,
          view: state.view,
          function: functions[functionOf(rows.find(isOpen))].name,
          case: state.case,
          caseMode: state.caseMode
        })
      },
                'Show it') :
              null);
}
