// The top of the page: what was measured, where, and the first backend against each other one.

function effortText(run) {
  return `${formatSeconds(run.seconds)} for each workload and backend in each of ${
      plural(run.rounds, 'round')}`;
}

const backendFacts = (run) => run.backends.map(
    (backend) => h(
        'span', {class: 'backend'}, longText(backend.name, 120), ' ', longText(backend.version, 60),
        backend.device ? [' on ', longText(backend.device, 60)] : null, ' ',
        h('code', {class: 'muted'}, longText(backend.argument, 160))));

function runCard(run) {
  const others = run.backends.slice(1).map(labelOf).join(', ');
  const [fastest] = run.means;
  const all = fastest?.categories.at(-1);
  return h(
      'article', {class: 'run'},
      h('div', {class: 'run-head'},
        h('h2', {}, labelOf(run.backends[0]), others ? ` beside ${others}` : null),
        h('p', {class: 'muted'}, dateOf(run))),
      all ? h('p', {class: 'ahead'}, 'Ahead of ',
              otherName(fastest.other < 0 ? '' : run.backends[fastest.other].label), ' in ',
              h('b', {}, `${formatCount(all.ahead)} of ${plural(all.workloads, 'workload')}`),
              ', geometric mean of time(other) / time(first) ', ratioText(toNumber(all.mean))) :
            h('p', {class: 'ahead muted'},
              hasRivals(run) ? 'No workload is measured on the first backend and on another.' :
                               'No other backend was measured: there are times, and no ratios.'),
      h('dl', {class: 'facts'},
        fact('Machine', longText(`${run.cpu}, ${plural(run.cores, 'core')}, ${run.os}`)),
        fact('Threads', run.threads ? formatCount(run.threads) : 'as the backends like'),
        fact('Arrays', run.resident ? 'stay with the backend' : 'fed to each call'),
        fact('Measured', dateOf(run)), fact('Effort', effortText(run)),
        fact('kassay', longText(run.kassay, 60)), fact('Backends', backendFacts(run)),
        fact(
            'Workloads',
            `${formatCount(run.rows.length)}, of the file with the hash ${
                clipped(run.workloads, 12)}`),
        fact('File', longText(run.file))));
}

function meanRow(axis, entry) {
  const mean = toNumber(entry.mean);
  const name = entry.category === '' ? 'all' : clipped(entry.category, 40);
  return h(
      'tr', {class: entry.category === '' ? 'total' : null}, h('th', {scope: 'row'}, name),
      h('td', {class: 'bar-cell'}, ratioBar(axis, mean)),
      h('td', {class: 'number', 'data-label': 'Mean'}, ratioText(mean)),
      h('td', {class: 'number', 'data-label': 'Ahead'}, `${entry.ahead} of ${entry.workloads}`),
      h('td', {class: 'worst-of', 'data-label': 'Worst'}, ratioText(toNumber(entry.worst)), ' ',
        workloadLink(entry.workload)));
}

const meansTable = (name, axis, entries) => wide(
    `Means against ${name}`,
    h('table', {class: 'means'},
      h('thead', {},
        h('tr', {}, h('th', {scope: 'col'}, 'Category'),
          h('td', {class: 'bar-cell'}, axisHead(axis)),
          h('th', {scope: 'col', class: 'number'}, 'Mean'),
          h('th', {scope: 'col', class: 'number'}, 'Ahead'), h('th', {scope: 'col'}, 'Worst'))),
      h('tbody', {}, entries.map((entry) => meanRow(axis, entry)))));

// The first of several is open; the others say in a line how they end.
function meansAgainst(run, axis, {other, categories: entries}, place) {
  const name = otherName(other < 0 ? '' : run.backends[other].label);
  const all = entries.at(-1);
  return h(
      'details', {class: 'against', open: place === 0},
      h('summary', {}, h('b', {}, `Against ${name}`), ' ', ratioText(toNumber(all.mean)), ' ',
        h('span', {class: 'muted'},
          `ahead in ${formatCount(all.ahead)} of ${plural(all.workloads, 'workload')}`)),
      meansTable(name, axis, entries));
}

function meansSection(run) {
  if (!run.means.length) return null;
  const axis =
      axisOf(run.means.flatMap(({categories: entries}) => entries.map(({mean}) => toNumber(mean))));
  return h(
      'section', {class: 'all-means', 'aria-labelledby': 'means'},
      h('h2', {id: 'means'}, `How fast ${labelOf(run.backends[0])} is`),
      h('p', {class: 'muted'},
        'Geometric means of time(other) / time(first), by category. ▲ to the right of 1: the first backend is faster; ▼ to the left: it is slower.'),
      run.means.map((entry, place) => meansAgainst(run, axis, entry, place)));
}

const noticeList = () => notices.length ?
    h('details', {class: 'notices', open: true}, h('summary', {}, 'Before you compare'),
      h('ul', {}, notices.map((notice) => h('li', {}, longText(notice))))) :
    null;

function drawSummary() {
  const run = shownRun();
  document.getElementById('summary').replaceChildren(
      runCard(run), ...[noticeList(), meansSection(run), trendSection()].filter(Boolean));
}
