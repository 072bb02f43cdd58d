// What `kassay bench` measured: the data of the page (data.h), and how it is looked up.

const data = JSON.parse(document.getElementById('data').textContent);
const {runs, trend, notices} = data;

for (const run of runs) {
  run.rowOf = new Map(run.rows.map((row) => [row.id, row]));
  for (const row of run.rows) {
    row.ratio = row.fastest === null ? NaN : toNumber(row.fastest);
    const said = row.cells.flatMap((cell) => (cell?.outcome ? [cell.outcome, cell.message] : []));
    row.lowerText = [row.id, ...said].join('\n').toLowerCase();
  }
}
const categories = [...new Set(runs.flatMap(({rows}) => rows.map(({category}) => category)))];
const severalRuns = runs.length > 1;

const isMeasured = (cell) => Boolean(cell && !cell.outcome);
const isSlower = (row) => row.ratio < 1;
const hasGap = (row) => !row.cells.every(isMeasured);
const hasRivals = (run) => run.backends.length > 1;

const LONGEST_LABEL = 40;
const labelOf = (backend) => clipped(backend.label, LONGEST_LABEL);
const dateOf = ({started}) => clipped(started.replace('T', ' ').replace('Z', ' UTC'), 40);
const otherName = (label) =>
    label === '' ? 'the fastest of the others' : clipped(label, LONGEST_LABEL);

// The first backend decides. What failed comes before what is slow, and what it was never to do
// comes last.
function badness(row) {
  const own = row.cells[0];
  if (own?.outcome && own.outcome !== 'unsupported') return -Infinity;
  return Number.isNaN(row.ratio) ? Infinity : row.ratio;
}

const bySize = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const WORKLOAD_ORDER = {
  ratio: (a, b) => bySize(badness(a), badness(b)) || bySize(a.id, b.id),
  name: (a, b) => bySize(a.id, b.id),
};
