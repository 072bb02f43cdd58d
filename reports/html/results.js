// Lists of results; a row opens to show everything about its case.

function sortedRows(list) {
  const descending = (valueOf) => {
    const keys = new Map(list.map((row) => [row, valueOf(row)]));
    return (a, b) => keys.get(b) - keys.get(a) || 0;  // infinite minus infinite gives no order
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

// A row and, once opened, the row below it with the details. `place` is that in the list.
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
                  row.results[at] < 0 ? h('span', {class: 'muted'}, 'not run') :
                                        badge(outcomes[outcomeOf(row, at)].name))),
        h('td', {class: `number${margin > 1 ? ' failing' : ''}`, 'data-label': 'Margin'},
          formatNumber(margin)),
        h('td', {class: 'number', 'data-label': 'Time'}, formatSeconds(longestTime(row))));
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
  if (!matching.length) return void view.append(nothingFound());
  const sorted = sortedRows(matching);
  const columns = 4 + runs.length;
  const body = h('tbody');
  view.append(
      wide(
          'Results',
          h('table',
            {class: 'results fixed', '--runs': runs.length, 'aria-rowcount': sorted.length + 1},
            resultColumns(),
            h('thead', {},
              h('tr', {'aria-rowindex': 1}, sortHeader('name', 'Case'),
                h('th', {scope: 'col'}, 'Mode'),
                runs.map(
                    (run, place) =>
                        (place ?
                             h('th', {scope: 'col', class: 'run-name'}, run.label) :
                             sortHeader(
                                 'worst', several ? run.label : 'Outcome', {class: 'run-name'}))),
                sortHeader('margin', 'Margin', {class: 'number'}),
                sortHeader('time', 'Time', {class: 'number'}))),
            body)),
      h('p', {class: 'print-note'}));
  const nodeOf =
      lazily(body, sorted, (row, place) => resultRow(row, place, columns, shortened), columns);
  const open = state.case ? sorted.findIndex(isOpen) : -1;
  if (open >= 0) {
    const node = nodeOf(open);
    node.open();
    requestAnimationFrame(() => node.scrollIntoView({block: 'center'}));
  }
}
