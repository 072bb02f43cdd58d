// The workloads: a row for each, with a bar for each backend.

const view = document.getElementById('view');

function workloadRow(run, row, axis, columns) {
  let opened = null;
  const button =
      h('button',
        {type: 'button', class: 'expand', 'aria-expanded': 'false', onclick: () => toggle()},
        h('span', {class: 'chevron', 'aria-hidden': 'true'}, '›'),
        h('span', {class: 'case-name'}, clipped(row.id, 200)));
  const full = fullBar(row.cells);
  const node =
      h('tr', {}, h('th', {scope: 'row'}, button),
        hasRivals(run) ? h('td', {class: 'ratio-cell', 'data-label': 'Ratio'}, ratioText(row.ratio),
                           ratioBar(axis, row.ratio)) :
                         null,
        run.backends.map((_, place) => timeCell(run, row, place, full)));
  function toggle(quietly = false) {
    if (opened) {
      opened.remove();
      opened = null;
    } else {
      opened = h('tr', {class: 'details'}, h('td', {colspan: columns}, workloadDetails(run, row)));
      node.after(opened);
    }
    button.setAttribute('aria-expanded', String(opened !== null));
    if (!quietly) remember({workload: opened ? row.id : ''});
  }
  node.open = () => toggle(true);
  return node;
}

// Both orders ascend: the smallest ratio is the worst.
function sortHeader(sort, label, properties, below = null) {
  const active = state.sort === sort;
  return h(
      'th', {scope: 'col', 'aria-sort': active ? 'ascending' : null, ...properties},
      h('button',
        {type: 'button', class: 'sort', 'data-key': `sort-${sort}`, onclick: () => refine({sort})},
        label, h('span', {class: 'arrow', 'aria-hidden': 'true'}, active ? '▲' : '')),
      below);
}

function tableHead(run, axis) {
  const ratio = {class: 'ratio-cell', title: 'Worst first'};
  return h(
      'thead', {},
      h('tr', {}, sortHeader('name', 'Workload', {}),
        hasRivals(run) ? sortHeader('ratio', 'Fastest other / first', ratio, axisHead(axis)) : null,
        run.backends.map(
            (backend) => h('th', {scope: 'col', class: 'run-name'}, labelOf(backend)))));
}

// In the order of the page: a list of rows for each category, or one list of all.
function groupsOf(rows) {
  const sorted = [...rows].sort(WORKLOAD_ORDER[state.sort]);
  if (state.flat) return [{category: '', rows: sorted}];
  const groups = new Map();
  for (const row of sorted) {
    if (!groups.has(row.category)) groups.set(row.category, []);
    groups.get(row.category).push(row);
  }
  return [...groups].map(([category, list]) => ({category, rows: list}));
}

function groupRow({category, rows}, columns) {
  if (category === '') return null;
  const slower = rows.filter(isSlower).length;
  return h(
      'tr', {class: 'group'},
      h('th', {colspan: columns, scope: 'rowgroup'}, clipped(category, 80), ' ',
        h('span', {class: 'muted'}, plural(rows.length, 'workload'),
          slower ? `, ${formatCount(slower)} slower than the fastest other` : null)));
}

function drawTable(run, matching) {
  const axis = axisOf(matching.map(({ratio}) => ratio));
  const columns = run.backends.length + (hasRivals(run) ? 2 : 1);
  let arrived = null;
  const bodies = groupsOf(matching).map(
      (group) => h('tbody', {}, groupRow(group, columns), group.rows.map((row) => {
        const node = workloadRow(run, row, axis, columns);
        if (row.id === state.workload) arrived = node;
        return node;
      })));
  view.replaceChildren(wide(
      'Workloads',
      h('table', {class: 'workloads', '--backends': run.backends.length}, tableHead(run, axis),
        bodies)));
  if (!arrived) return;
  arrived.classList.add('arrived');
  arrived.open();
  requestAnimationFrame(() => arrived.scrollIntoView({block: 'center'}));
}
