// How the means went from file to file, and the times of a workload.

const TREND_FILES = 60;  // in a picture: the last ones; the table has all
const SPARK = {
  width: 220,
  height: 36,
  edge: 5
};

// A point for each file on a logarithmic axis that all of `among` fit on; `line` is where the axis
// has a mark. NaN has no point.
function spark(values, among, title, line) {
  const shown = values.slice(-TREND_FILES);
  const levels =
      [...among, line].filter((value) => value > 0 && Number.isFinite(value)).map(Math.log);
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const {width, height, edge} = SPARK;
  const x = (place) => edge + ((place + 0.5) / shown.length) * (width - 2 * edge);
  const y = (value) => {
    const share = high > low ? (Math.log(value) - low) / (high - low) : 0.5;
    return height - edge - share * (height - 2 * edge);
  };
  const points = shown.map((value, place) => [value, place])
                     .filter(([value]) => value > 0 && Number.isFinite(value))
                     .map(([value, place]) => ({value, place, at: [x(place), y(value)]}));
  const first = values.length - shown.length;
  return svg(
      'svg', {class: 'spark', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true'},
      line ? svg('line', {class: 'level', x1: 0, x2: width, y1: y(line), y2: y(line)}) : null,
      svg('polyline', {points: points.map(({at}) => at.join(',')).join(' ')}),
      points.map(
          ({value, place, at: [cx, cy]}) =>
              svg('circle', {cx, cy, r: 3}, svg('title', {}, title(value, runs[first + place])))));
}

const percentChange = (before, after) => {
  const change = Math.round((after / before - 1) * 100);
  if (!Number.isFinite(change)) return '–';
  return change === 0 ? '0 %' : `${change > 0 ? '+' : '−'}${Math.abs(change)} %`;
};

function trendRow({category, workloads, means}, among) {
  const values = means.map(toNumber);
  const [first, last] = [values[0], values.at(-1)];
  return h(
      'tr', {class: category === '' ? 'total' : null},
      h('th', {scope: 'row'}, category === '' ? 'all' : clipped(category, 40)),
      h('td', {class: 'spark-cell'},
        spark(values, among, (value, run) => `${formatNumber(value)}, ${dateOf(run)}`, 1)),
      h('td', {class: 'number', 'data-label': 'First'}, ratioText(first)),
      h('td', {class: 'number', 'data-label': 'Last'}, ratioText(last)),
      h('td', {class: 'number', 'data-label': 'Change'}, percentChange(first, last)),
      h('td', {class: 'number', 'data-label': 'Workloads'}, formatCount(workloads)));
}

function allMeans(entries) {
  return h(
      'details', {}, h('summary', {}, `${plural(runs.length, 'file')} as a table`),
      wide(
          'Means of each file',
          h('table', {},
            h('thead', {},
              h('tr', {}, h('th', {scope: 'col'}, 'Measured'),
                h('th', {scope: 'col'}, 'First backend'),
                entries.map(
                    ({category}) =>
                        h('th', {scope: 'col', class: 'number'},
                          category === '' ? 'all' : clipped(category, 40))))),
            h('tbody', {},
              runs.map(
                      (run, place) =>
                          h('tr', {}, h('th', {scope: 'row'}, dateOf(run)),
                            h('td', {}, labelOf(run.backends[0]), ' ',
                              clipped(run.backends[0].version, 40)),
                            entries.map(
                                ({means}) =>
                                    h('td', {class: 'number'}, ratioText(toNumber(means[place]))))))
                  .reverse()))));
}

function trendTable(name, entries) {
  const among = entries.flatMap(({means}) => means.map(toNumber));
  const from = runs.at(-TREND_FILES) ?? runs[0];
  return wide(
      `Means over time against ${name}`,
      h('table', {class: 'means'},
        h('thead', {},
          h('tr', {}, h('th', {scope: 'col'}, 'Category'),
            h('th', {scope: 'col'}, `${dateOf(from)} to ${dateOf(runs.at(-1))}`),
            ['First', 'Last', 'Change', 'Workloads'].map(
                (head) => h('th', {scope: 'col', class: 'number'}, head)))),
        h('tbody', {}, entries.map((entry) => trendRow(entry, among)))));
}

function trendAgainst({other, categories: entries}, place) {
  const name = otherName(other);
  const all = entries.at(-1).means.map(toNumber);
  return h(
      'details', {class: 'against', open: place === 0},
      h('summary', {}, h('b', {}, `Against ${name}`), ' ', ratioText(all[0]), ' to ',
        ratioText(all.at(-1))),
      trendTable(name, entries), allMeans(entries));
}

function trendSection() {
  if (!trend.length) return null;
  return h(
      'section', {class: 'all-means', 'aria-labelledby': 'over-time'},
      h('h2', {id: 'over-time'}, 'Over time'),
      h('p', {class: 'muted'},
        'The same means, file by file, of the workloads that all files have measured. The line is 1. Machines change from hour to hour: a ratio of one file means more than a time.'),
      trend.map(trendAgainst));
}

// The medians of a backend for a workload, file by file.
const mediansOf = (id, label) => runs.map((run) => {
  const place = run.backends.findIndex((backend) => backend.label === label);
  const cell = run.rowOf.get(id)?.cells[place];
  return isMeasured(cell) ? cell.median : NaN;
});

const ratiosOf = (id) => runs.map((run) => run.rowOf.get(id)?.ratio ?? NaN);
