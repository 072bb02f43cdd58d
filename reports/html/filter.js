// Which rows the filters leave.

const lower = (text) => text.toLowerCase();
const lowerIds = cases.id.map(lower);

// A term is found in a case id, in a message or reading, or in a clause that the case tests.
function termMatcher(term) {
  const inString = strings.map((text) => lower(text).includes(term));
  const inClause =
      clauses.map(({id, text}) => lower(id).includes(term) || lower(text).includes(term));
  const inClauseSet = data.clauseSets.map((set) => set.some((clause) => inClause[clause]));
  return (row) => {
    if (lowerIds[row.case].includes(term) || inClauseSet[cases.clauses[row.case]] ||
        inString[row.mode])
      return true;
    return runs.some((run, place) => {
      const details = run.results.details[row.results[place]];
      return details !== undefined && (inString[details[0]] || inString[details[1]]);
    });
  };
}

const termsOf = (query) => lower(query).split(/\s+/).filter(Boolean);

// Does the function itself answer the query, whatever its results?
function functionMatches(place, terms) {
  const {name, category, summary} = functions[place];
  const texts =
      clausesOfFunction[place].map((clause) => `${clauses[clause].id} ${clauses[clause].text}`);
  const all = lower([name, category, summary, ...texts].join('\n'));
  return terms.every((term) => all.includes(term));
}

function matchingRows() {
  const terms = termsOf(state.query).map(termMatcher);
  const wanted = new Set(state.outcomes.map((name) => OUTCOME[name]));
  const ofFunction = findFunction.get(state.function);
  const clause = findClause.get(state.clause);
  return (state.function ? rowsOfFunction[ofFunction] : rows).filter((row) => {
    if (state.category && functions[functionOf(row)].category !== state.category) return false;
    if (state.dtype && strings[cases.dtype[row.case]] !== state.dtype) return false;
    if (clause !== undefined && !clausesOf(row).includes(clause)) return false;
    if (wanted.size && !runs.some((_, run) => wanted.has(outcomeOf(row, run)))) return false;
    if (state.differences && !differs(row)) return false;
    return terms.every((matches) => matches(row));
  });
}

const isFiltered = () => Boolean(
    state.category || state.dtype || state.query || state.clause || state.outcomes.length ||
    state.differences);
