// The view of the page: kept in the part of the address after '#', so that a link shows the same.

const VIEWS = ['functions', 'results', 'extremes'];
const SORTS = ['worst', 'name', 'margin', 'time', 'clauses'];
const EMPTY = {
  view: 'functions',
  function: '',
  category: '',
  dtype: '',
  query: '',
  clause: '',
  mode: '',
  reading: '',
  case: '',      // the opened case
  caseMode: '',  // and its mode
  sort: 'worst',
  outcomes: [],
  differences: false,
  open: [],  // categories, opened in a narrow window
};
let state = {...EMPTY};

const oneOf = (value, allowed) => (allowed.includes(value) ? value : allowed[0]);

// Anyone may write an address: wrong names in it are ignored.
function readState() {
  const address = new URLSearchParams(location.hash.slice(1));
  const text = (name) => address.get(name) ?? '';
  const view = oneOf(text('view'), VIEWS);
  // An address with only a case shows the case with its function.
  const named = text('function') || (view === 'functions' ? text('case').split('/')[1] ?? '' : '');
  return {
    view,
    function: findFunction.has(named) ? named : '',
    category: categories.includes(text('category')) ? text('category') : '',
    dtype: dtypes.includes(text('dtype')) ? text('dtype') : '',
    query: text('query'),
    clause: findClause.has(text('clause')) ? text('clause') : '',
    mode: modes.includes(text('mode')) ? text('mode') : '',
    reading: readingCounts.has(text('reading')) ? text('reading') : '',
    case: text('case'),
    caseMode: text('caseMode'),
    sort: oneOf(text('sort'), SORTS),
    outcomes: text('outcome').split('.').filter((name) => Object.hasOwn(OUTCOME, name)),
    differences: several && text('differences') === 'yes',
    open: text('open').split('.').filter((name) => categories.includes(name)),
  };
}

function addressOf(wanted) {
  const address = new URLSearchParams();
  for (const name
           of ['view', 'function', 'category', 'dtype', 'query', 'clause', 'mode', 'reading',
               'case', 'caseMode', 'sort']) {
    if (wanted[name] !== EMPTY[name]) address.set(name, wanted[name]);
  }
  if (wanted.outcomes.length) address.set('outcome', wanted.outcomes.join('.'));
  if (wanted.differences) address.set('differences', 'yes');
  if (wanted.open.length) address.set('open', wanted.open.join('.'));
  return `#${address}`;
}

// Refines the view: the address follows, without a new entry in the browser history.
function refine(changes) {
  state = {...state, case: '', caseMode: '', ...changes};
  history.replaceState(null, '', addressOf(state));
  render();
}

// Remembers which case is open without redrawing anything.
function remember(changes) {
  state = {...state, ...changes};
  history.replaceState(null, '', addressOf(state));
}

// Keeps the selected clause if the function has it.
const clauseWithin = (name) =>
    (state.clause && name &&
             findFunction.get(name) === clauses[findClause.get(state.clause)].function ?
         state.clause :
         '');

// A link to another view; the browser's Back button leads here.
function linkTo(changes, properties, ...children) {
  const clause = clauseWithin(changes.function);
  const href = addressOf({...state, case: '', caseMode: '', clause, ...changes});
  return h('a', {href, ...properties}, ...children);
}
