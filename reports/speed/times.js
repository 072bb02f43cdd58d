// How long one backend took for one workload, as a bar beside those of the others.

const MOST_TIMES = 6;  // the fastest fits so often: a bar that is longer ends in an arrow

// What stands for outcomes that have no icon of their own.
const OUTCOME_ICONS = {
  differs: 'fail',
  unsupported: 'unsupported',
  silent: 'none',
  error: 'error',
  crash: 'crash',
  timeout: 'timeout',
  'out-of-memory': 'out-of-memory'
};
const outcomeBadge = (outcome) => badge(
    Object.hasOwn(OUTCOME_ICONS, outcome) ? OUTCOME_ICONS[outcome] : 'error', clipped(outcome, 40));

const RATE_UNITS = [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [0, '']];
function formatRate(perSecond, noun) {
  const [size, prefix] = RATE_UNITS.find(([least]) => perSecond >= least);
  return `${Number((perSecond / (size || 1)).toPrecision(3))} ${prefix}${noun}/s`;
}

const multiplyAddRate = (cell) =>
    cell.multiplyAdds ? formatRate(cell.multiplyAdds / cell.median, ' multiply-adds') : '';
const byteRate = (cell) => (cell.bytes ? formatRate(cell.bytes / cell.median, 'B') : '');
const rateOf = (cell) => multiplyAddRate(cell) || byteRate(cell);

const quartilesText = (cell) =>
    `${formatSeconds(cell.lower, 3)} to ${formatSeconds(cell.upper, 3)}`;

// What a full bar of this workload stands for.
function fullBar(cells) {
  const measured = cells.filter(isMeasured);
  const fastest = Math.min(...measured.map(({median}) => median));
  const longest = Math.max(...measured.map(({median, upper}) => Math.max(median, upper)));
  return Math.min(longest, fastest * MOST_TIMES);
}

// The bar is the median, the line across its end the quartiles, the notch the minimum.
function timeBar(cell, full) {
  const part = (seconds) => Math.min(1, seconds / full);
  return h(
      'span', {class: `duration${cell.median > full ? ' beyond' : ''}`, 'aria-hidden': 'true'},
      h('span', {class: 'median', '--to': part(cell.median)}), h('span', {
        class: 'quartiles',
        '--from': part(Math.min(cell.lower, cell.upper)),
        '--to': part(Math.max(cell.lower, cell.upper))
      }),
      h('span', {class: 'minimum', '--from': part(cell.minimum)}));
}

function timeCell(run, row, place, full) {
  const cell = row.cells[place];
  const properties = {class: 'time', 'data-label': labelOf(run.backends[place])};
  if (!cell) return h('td', properties, neverRun('not in the file'));
  if (!isMeasured(cell)) {
    return h(
        'td', properties, outcomeBadge(cell.outcome),
        h('span', {class: 'said muted'}, clipped(cell.message, 90)));
  }
  const spread = `quartiles ${quartilesText(cell)}, minimum ${formatSeconds(cell.minimum, 3)}, ${
      plural(cell.calls, 'call')}`;
  return h(
      'td', {...properties, title: spread},
      h('span', {class: 'taken'}, h('b', {}, formatSeconds(cell.median, 3)),
        h('span', {class: 'muted'}, rateOf(cell))),
      timeBar(cell, full));
}
