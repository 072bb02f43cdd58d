// The rows that pass the filters.

const lower = (text) => text.toLowerCase();
const lowerIds = cases.id.map(lower);
const lowerStrings = strings.map(lower);
const lowerClauses = clauses.map(({id, text}) => lower(`${id}\n${text}`));
const lowerFunctions = functions.map(
    ({name, category, summary}) =>
        lower([name, category.replaceAll('_', ' '), summary].join('\n')));
// The text of a reading, by its function and id.
const lowerReadings =
    functions.map(({readings}) => new Map(readings.map(({id, text}) => [id, lower(text)])));

// A term matches in a case id; in its program, function, mode or clauses; in the message of a
// result, in the reading that it matches and its text, in the waiver that excuses it with reason
// and link.
function termMatcher(term) {
  const has = (text) => text.includes(term);
  const inString = lowerStrings.map(has);
  const inClause = lowerClauses.map(has);
  const inClauseSet = data.clauseSets.map((set) => set.some((clause) => inClause[clause]));
  const inFunction = lowerFunctions.map(has);
  const inCase = lowerIds.map(
      (id, place) => has(id) || inFunction[cases.function [place]] ||
          inClauseSet[cases.clauses[place]] || inString[cases.program[place]]);
  return (row) => {
    if (inCase[row.case] || inString[row.mode]) return true;
    return runs.some((run, place) => {
      const details = run.results.details[row.results[place]];
      if (details === undefined) return false;
      const [reading, message, , waived] = details;
      if (inString[reading] || inString[message]) return true;
      if (waived && waived.slice(1).some((text) => inString[text])) return true;
      const said = strings[reading] && lowerReadings[functionOf(row)].get(strings[reading]);
      return Boolean(said) && has(said);
    });
  };
}

const termsOf = (query) => lower(query).split(/\s+/).filter(Boolean);

// Whether the texts of the function itself match the query.
function functionMatches(place, terms) {
  const texts = clausesOfFunction[place].map((clause) => lowerClauses[clause]);
  const all = [lowerFunctions[place], ...texts].join('\n');
  return terms.every((term) => all.includes(term));
}

function hasReading(row, reading) {
  return runs.some((run, place) => {
    const details = run.results.details[row.results[place]];
    return details !== undefined && strings[details[0]] === reading;
  });
}

function matchingRows() {
  const terms = termsOf(state.query).map(termMatcher);
  const wanted = new Set(state.outcomes.map((name) => OUTCOME[name]));
  const ofFunction = findFunction.get(state.function);
  const clause = findClause.get(state.clause);
  return (state.function ? rowsOfFunction[ofFunction] : rows).filter((row) => {
    if (state.category && functions[functionOf(row)].category !== state.category) return false;
    if (state.dtype && strings[cases.dtype[row.case]] !== state.dtype) return false;
    if (state.mode && modeOf(row) !== state.mode) return false;
    if (clause !== undefined && !clausesOf(row).includes(clause)) return false;
    if (wanted.size && !runs.some((_, run) => wanted.has(outcomeOf(row, run)))) return false;
    if (state.reading && !hasReading(row, state.reading)) return false;
    if (state.differences && !differs(row)) return false;
    return terms.every((matches) => matches(row));
  });
}

// These filters need results: a function without results never passes them.
const asksForResults = () => Boolean(
    state.dtype || state.mode || state.clause || state.reading || state.outcomes.length ||
    state.differences);
const isFiltered = () => Boolean(state.category || state.query || asksForResults());
