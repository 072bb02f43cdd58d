// The data of the page (described in page_data.h) and the tables that follow from it.

const data = JSON.parse(document.getElementById('data').textContent);
const {runs, functions, clauses, outcomes, strings, cases} = data;
const several = runs.length > 1;
// A label is in every row: a backend with a very long name must not fill the page with it.
for (const run of runs) {
  run.name = run.label;
  run.label = clipped(run.label, 60);
}
const decisions = new Map(data.decisions.map((decision) => [decision.id, decision]));

// A member of the data, never one that every object inherits.
const own = (object, key) => (Object.hasOwn(object, key) ? object[key] : undefined);

const OUTCOME = Object.fromEntries(outcomes.map((outcome, place) => [outcome.name, place]));
const isPass = (outcome) => outcome === OUTCOME.pass || outcome === OUTCOME['pass-accepted'];
// Only these results compared an answer, so only their margins mean something.
const isCompared = (outcome) =>
    isPass(outcome) || outcome === OUTCOME.fail || outcome === OUTCOME['unexpected-pass'];

// One row per case and mode; `results[run]` is the place among the results of that run, or -1.
const rows = [];
const rowsOfFunction = functions.map(() => []);
const rowOfResult = runs.map(() => []);  // by run and place of the result
{
  const places = new Map();
  runs.forEach((run, place) => {
    const {case: caseOf, mode} = run.results;
    for (let result = 0; result < caseOf.length; ++result) {
      const key = caseOf[result] * strings.length + mode[result];
      let row = places.get(key);
      if (row === undefined) {
        row = {case: caseOf[result], mode: mode[result], results: new Array(runs.length).fill(-1)};
        places.set(key, row);
        rows.push(row);
        rowsOfFunction[cases.function [row.case]].push(row);
      }
      row.results[place] = result;
      rowOfResult[place].push(row);
    }
  });
}

const idOf = (row) => cases.id[row.case];
const modeOf = (row) => strings[row.mode];
const functionOf = (row) => cases.function [row.case];
const programOf = (row) => strings[cases.program[row.case]];
const clausesOf = (row) => data.clauseSets[cases.clauses[row.case]];
const outcomeOf = (row, run) =>
    row.results[run] < 0 ? -1 : runs[run].results.outcome[row.results[run]];
const marginOf = (row, run) => toNumber(runs[run].results.margin[row.results[run]]);
const secondsOf = (row, run) => toNumber(runs[run].results.seconds[row.results[run]]);

// Counts of results by outcome.
function tally(list, run) {
  const counts = new Array(outcomes.length).fill(0);
  for (const row of list) {
    const outcome = outcomeOf(row, run);
    if (outcome >= 0) ++counts[outcome];
  }
  return counts;
}
const sumOf = (counts) => counts.reduce((sum, count) => sum + count, 0);
const sumAgainst = (counts) => sumOf(counts.filter((_, place) => outcomes[place].against));
const sumRight = (counts) => sumOf(counts.filter((_, place) => isPass(place)));

// The details beyond the columns: {reading, message, failure, waived, answer}.
function detailsOf(row, run) {
  const details = runs[run].results.details[row.results[run]];
  if (!details) return {reading: '', message: '', failure: null, waived: null, answer: []};
  const [reading, message, failure, waived, answer] = details;
  return {
    reading: strings[reading],
    message: strings[message],
    failure: failure ? unpackFailure(failure) : null,
    waived: waived ? unpackWaived(waived) : null,
    answer: answer || []
  };
}

function unpackFailure([
  check, output, index, expected, actual, error, limit, mismatched, elements, shape = [],
  worst = [], map = ''
]) {
  const numbers = (entry) =>
      ({...entry, error: toNumber(entry.error), limit: toNumber(entry.limit)});
  return {
    ...numbers({check, output, index, expected, actual, error, limit, mismatched, elements}),
    shape,
    worst: worst.map(([index, expected, actual, error,
                       limit]) => numbers({index, expected, actual, error, limit})),
    map
  };
}

const unpackWaived = ([outcome, reason, link, waiver]) =>
    ({outcome, reason: strings[reason], link: strings[link], waiver: strings[waiver]});

// The place of the worst outcome. Results that no backend supports come after every judged one.
const severityOf = (row) => {
  let worst = outcomes.length;
  for (let run = 0; run < runs.length; ++run) {
    const outcome = outcomeOf(row, run);
    if (outcome >= 0 && outcome !== OUTCOME.unsupported && outcome < worst) worst = outcome;
  }
  return worst;
};

const refusals = new Set(cases.refusals);
// A case that expects an error lacks a margin, and so does a result without a comparison.
const hasMargin = (row, run) =>
    row.results[run] >= 0 && isCompared(outcomeOf(row, run)) && !refusals.has(row.case);
const NO_MARGIN = -1;  // sorts after every margin
// NaN is the worst margin.
const marginIn = (row, run) => {
  if (!hasMargin(row, run)) return NO_MARGIN;
  const margin = marginOf(row, run);
  return Number.isNaN(margin) ? Infinity : margin;
};
const worstMargin = (row) => Math.max(...runs.map((_, run) => marginIn(row, run)));
const formatMargin = (margin) => (margin === NO_MARGIN ? '–' : formatNumber(margin));
const longestTime = (row) =>
    Math.max(...runs.map((_, run) => (row.results[run] < 0 ? 0 : secondsOf(row, run))));
const differs = (row) => runs.some((_, run) => outcomeOf(row, run) !== outcomeOf(row, 0));

const clausesOfFunction = functions.map(() => []);
clauses.forEach((clause, place) => {
  if (clause.function >= 0) clausesOfFunction[clause.function].push(place);
});

// How often each clause met each outcome, by run.
const clauseTallies = runs.map((_, run) => {
  const tally = clauses.map(() => new Uint32Array(outcomes.length));
  for (const row of rows) {
    const outcome = outcomeOf(row, run);
    if (outcome >= 0)
      for (const clause of clausesOf(row)) ++tally[clause][outcome];
  }
  return tally;
});

// What a run shows about a clause: {state, label, total, against, passed}; the state names an icon.
function clauseResult(clause, run) {
  const {editions} = clauses[clause];
  const counts = clauseTallies[run][clause];
  const [total, against, passed] = [sumOf(counts), sumAgainst(counts), sumRight(counts)];
  if (against) return {state: 'fail', label: 'fails', total, against, passed};
  if (passed) return {state: 'pass', label: 'holds', total, against, passed};
  if (counts[OUTCOME.waived]) return {state: 'waived', label: 'waived', total, against, passed};
  if (counts[OUTCOME.unsupported])
    return {state: 'unsupported', label: 'unsupported', total, against, passed};
  const absent = editions.length > 0 && !editions.includes(runs[run].edition);
  const label = absent ? `not in ${runs[run].edition}` : 'not run';
  return {state: 'none', label, absent, total, against, passed};
}

// How many clauses of a function hold and how many fail, of those in the edition of the run.
function clauseCounts(place, run) {
  const counts = {total: 0, holds: 0, fails: 0};
  for (const clause of clausesOfFunction[place]) {
    const result = clauseResult(clause, run);
    if (result.absent) continue;
    ++counts.total;
    if (result.state === 'pass') ++counts.holds;
    if (result.state === 'fail') ++counts.fails;
  }
  return counts;
}

const findClause = new Map(clauses.map((clause, place) => [clause.id, place]));
const findFunction = new Map(functions.map((entry, place) => [entry.name, place]));
const modes = [...new Set(rows.map((row) => row.mode))].map((place) => strings[place]).sort();
// How many results match each reading, over all runs; by id, most frequent first.
const readingCounts = (() => {
  const counts = new Map();
  for (const run of runs) {
    for (const [reading] of Object.values(run.results.details)) {
      if (strings[reading]) counts.set(strings[reading], (counts.get(strings[reading]) ?? 0) + 1);
    }
  }
  return new Map([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
})();
const categories = [...new Set(functions.map((entry) => entry.category))].sort();
const dtypes = [...new Set(cases.dtype)].map((place) => strings[place]).filter(Boolean).sort();

// A word that a POSIX shell reads literally.
const shellWord = (text) =>
    /^[\w@%+=:,.\/-]+$/.test(text) ? text : `'${text.replaceAll('\'', '\'\\\'\'')}'`;
const assignments = (variables) =>
    Object.entries(variables).map(([name, value]) => `${name}=${shellWord(value)} `).join('');
// The same as explain_command in command_line.h: eager and ko are the defaults of kassay.
const reproduceCommand = (command, row, run) => {
  const {backend, edition} = runs[run];
  const mode = modeOf(row) === 'eager' ? '' : ` --mode ${shellWord(modeOf(row))}`;
  const other = edition === 'ko' ? '' : ` --edition ${shellWord(edition)}`;
  return `${assignments(backend.environment)}kassay ${command} ${shellWord(idOf(row))}${
      mode} --backend ${shellWord(backend.argument)}${backend.options}${other}`;
};
