// The view of the page: kept in the part of the address after '#', so that a link shows the same.

const SORTS = ['ratio', 'name'];
const ONLY = {
  slower: {
    label: 'slower',
    title: 'Only where another backend is faster than the first',
    test: isSlower
  },
  gaps: {label: 'not measured', title: 'Only where a backend is not measured', test: hasGap},
};
const EMPTY = {
  run: runs.length - 1,
  query: '',
  category: '',
  only: '',
  sort: SORTS[0],
  flat: false,
  workload: '',  // the one that is open
};
let state = {...EMPTY};

// Anyone may write an address: whatever it names wrongly is ignored.
function readState() {
  const address = new URLSearchParams(location.hash.slice(1));
  const text = (name) => address.get(name) ?? '';
  const run = /^\d{1,6}$/.test(text('run')) ? Number(text('run')) : EMPTY.run;
  return {
    run: run < runs.length ? run : EMPTY.run,
    query: text('query'),
    category: categories.includes(text('category')) ? text('category') : '',
    only: Object.hasOwn(ONLY, text('only')) ? text('only') : '',
    sort: SORTS.includes(text('sort')) ? text('sort') : EMPTY.sort,
    flat: text('flat') === 'yes',
    workload: text('workload'),
  };
}

function addressOf(wanted) {
  const address = new URLSearchParams();
  for (const name of ['run', 'query', 'category', 'only', 'sort', 'workload'])
    if (wanted[name] !== EMPTY[name]) address.set(name, wanted[name]);
  if (wanted.flat) address.set('flat', 'yes');
  return `#${address}`;
}

function remember(changes) {
  state = {...state, ...changes};
  history.replaceState(null, '', addressOf(state));
}

function refine(changes) {
  remember({workload: '', ...changes});
  render();
}

const shownRun = () => runs[state.run];
const isFiltered = () => Boolean(state.query || state.category || state.only);

// To a workload, wherever it is: no filter may hide it.
const workloadLink = (id) =>
    h('a', {class: 'case-name', href: addressOf({...EMPTY, run: state.run, workload: id})},
      clipped(id, 80));

function matchingRows(run) {
  const terms = state.query.toLowerCase().split(/\s+/);
  return run.rows.filter(
      (row) => (!state.category || row.category === state.category) &&
          (!state.only || ONLY[state.only].test(row)) &&
          terms.every((term) => row.lowerText.includes(term)));
}
