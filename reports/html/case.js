// Everything about one case: the call, its inputs, the expected and the actual outputs.

const codeValue = (text) => h('code', {class: 'value'}, longText(text));

function errorFacts({error, limit}) {
  return [
    fact('Error', codeValue(formatNumber(error))),
    fact(
        'Limit', codeValue(formatNumber(limit)),
        limit > 0 && error > 0 ? ` (the error is ${formatNumber(error / limit)} times this)` : null)
  ];
}

function failureFacts(failure) {
  const {check, output, index, shape, expected, actual, error, limit, mismatched, elements, worst} =
      failure;
  const numeric = check === 'element' || check === 'rms';
  const share = elements > 0 ? ` (${formatNumber((100 * mismatched) / elements)} %)` : '';
  const one = worst.length === 0;  // the results file has only one element (or property)
  return h(
      'dl', {class: 'facts failure'}, fact('Check', check),
      fact(
          'Where', `output ${output}`, shape.length ? ` of shape [${shape.join(', ')}]` : null,
          one && index.length ? [', index ', codeValue(`[${index.join(', ')}]`)] : null),
      one ?
          [
            fact('Expected', codeValue(expected)), fact('Actual', codeValue(actual)),
            numeric || error || limit ? errorFacts(failure) : null
          ] :
          null,
      elements ?
          fact('Wrong', `${formatCount(mismatched)} of ${plural(elements, 'element')}${share}`) :
          null);
}

function worstTable({worst, mismatched}) {
  if (!worst.length) return null;
  const title = worst.length < mismatched ?
      `The ${worst.length} worst of ${plural(mismatched, 'wrong element')}` :
      plural(worst.length, 'wrong element');
  const number = (text) => h('td', {class: 'number'}, h('code', {}, longText(text, 60)));
  return wide(
      'Wrong elements',
      h('table', {class: 'worst'}, h('caption', {}, title),
        h('thead', {},
          h('tr', {}, h('th', {scope: 'col'}, 'Index'),
            ['Expected', 'Actual', 'Error', 'Limit', 'Error / limit'].map(
                (name) => h('th', {scope: 'col', class: 'number'}, name)))),
        h('tbody', {},
          worst.map(
              ({index, expected, actual, error, limit}) =>
                  h('tr', {}, h('th', {scope: 'row'}, h('code', {}, `[${index.join(', ')}]`)),
                    number(expected), number(actual), number(formatNumber(error)),
                    number(formatNumber(limit)), number(formatNumber(error / limit)))))));
}

// Which places of which output are wrong, if the results file states them.
function wrongPlaces(failure) {
  if (!failure) return null;
  const {output, shape, worst, map, index, check} = failure;
  const listed = new Set(worst.map((entry) => placeOf(entry.index, shape)));
  if (!worst.length && check === 'element' && index.length === shape.length)
    listed.add(placeOf(index, shape));
  return (place) => (at) =>
             place === output && (map ? isWrongLevel(levelAt(map, at)) : listed.has(at));
}

// Names the decisions that allow the accepted readings of an answer, if there are any.
function unspecifiedNote(accepted) {
  const named = accepted.map(({clause}) => decisions.get(clauses[findClause.get(clause)]?.decision));
  const allowing = [...new Set(named.filter(Boolean))];
  return h(
      'div', {class: 'reading'}, 'The answer differs only where ',
      allowing.length ? [
        allowing.map(({id}, place) => [place ? ' and ' : '', h('code', {}, id)]),
        allowing.length > 1 ? ' leave it unspecified:' : ' leaves it unspecified:'
      ] :
                        'the documents leave it unspecified.',
      allowing.map(decisionText));
}

// The readings that an id names: one, "a"; of another function that the program calls, "clip/a";
// or several at once, "a+b". Empty if a part is unknown.
function readingsNamed(row, id) {
  const found = id.split('+').map((part) => {
    const [own, of = functions[functionOf(row)].name] = part.split('/').reverse();
    return functions[findFunction.get(of)]?.readings.find((entry) => entry.id === own);
  });
  return found.every(Boolean) ? found : [];
}

function readingNote(row, id, failure) {
  if (!id) return null;
  const found = readingsNamed(row, id);
  const accepted = found.length > 0 && found.every(({verdict}) => verdict === 'accepted');
  const refused = ['unexpected-error', 'error-kind'].includes(failure?.check);
  const matches = !found.length ? 'Matches the reading ' :
      accepted                  ? 'Matches the accepted reading ' :
      refused                   ? 'This call is also refused by the misreading ' :
                                  'Matches the misreading ';
  return [
    h('p', {class: 'reading'}, matches, h('code', {}, longText(id)),
      found.map(({clause}, place) => [place ? ' and ' : ' of ', h('code', {}, clause)]),
      found.length ? `: ${found.map(({text}) => text).join(' ')}` : '.'),
    accepted ? unspecifiedNote(found) : null
  ];
}

// A results file may hold any text: only a web address becomes a link.
function waivedNote({outcome, reason, link, waiver}) {
  const address = /^https?:\/\//.test(link) ? h('a', {href: link, rel: 'noreferrer'}, link) : link;
  return h(
      'p', {class: 'reading'}, 'Waived by ', h('code', {}, waiver), ` (${outcome}): `,
      longText(reason), ' ', address || null);
}

const numbered = (previews) =>
    previews.map((preview, place) => [previews.length > 1 ? `output ${place}` : '', preview]);

const outcomeHeading = (row, run) =>
    h('h4', {}, several ? `${runs[run].label} ` : null, row.results[run] < 0 ? neverRun() : [
      badge(outcomes[outcomeOf(row, run)].name),
      h('span', {class: 'muted'},
        [
          hasMargin(row, run) ? `margin ${formatNumber(marginOf(row, run))}` : '',
          formatSeconds(secondsOf(row, run))
        ].filter(Boolean)
            .join(' · '))
    ]);

function resultDetails(row, run) {
  const {reading, message, failure, waived, answer} = detailsOf(row, run);
  return h(
      'section', {}, outcomeHeading(row, run), waived ? waivedNote(waived) : null,
      message ? h('pre', {class: 'message', tabindex: '0', 'aria-label': 'Message'}, message) :
                null,
      failure ? failureFacts(failure) : null, readingNote(row, reading, failure),
      valueList('Actual', numbered(answer), wrongPlaces(failure)),
      failure ? [worstTable(failure), errorMap(failure, row)] : null,
      commandLine(reproduceCommand('explain', row, run), 'the command that explains this case'),
      commandLine(
          reproduceCommand('exec --case', row, run), 'the command that runs only this case'));
}

// What all backends share: the call, the inputs, the expected outputs.
function callSection(row) {
  const text = programOf(row);
  const values = cases.values[row.case] || {inputs: [], expected: [], gradient: []};
  const expected = modeOf(row) === 'gradient' && values.gradient.length ?
      values.gradient.map(([name, preview]) => [`gradient of ${name}`, preview]) :
      numbered(values.expected);
  const wrong = runs.map((_, run) => (row.results[run] < 0 ? null : detailsOf(row, run).failure))
                    .map(wrongPlaces)
                    .filter(Boolean);
  const wrongSomewhere = (place) => (at) => wrong.some((isWrong) => isWrong(place)(at));
  return h(
      'div', {class: 'call'},
      text ? h('section', {class: 'program'}, h('h4', {}, 'Call'),
               h('div', {class: 'command'},
                 h('pre', {tabindex: '0', 'aria-label': 'Call'}, h('code', {}, text)),
                 copyButton(() => text, 'the call'))) :
             null,
      h('div', {class: 'sides'}, valueList('Inputs', values.inputs),
        valueList('Expected', expected, wrongSomewhere, 'wanted')));
}

function testedClauses(row) {
  const tested = clausesOf(row);
  if (!tested.length) return null;
  return h(
      'div', {class: 'tested'}, h('h4', {}, 'Clauses that this case tests'),
      h('ul', {}, tested.map((place) => {
        const {id, text} = clauses[place];
        return h(
            'li', {},
            linkTo(
                {...EMPTY, function: functions[functionOf(row)].name, clause: id}, {},
                h('code', {}, id)),
            text ? ` ${text}` : null);
      })));
}

function caseDetails(row) {
  const link = addressOf({
    ...EMPTY,
    function: functions[functionOf(row)].name,
    case: idOf(row),
    caseMode: modeOf(row)
  });
  // Next to a run with details, a run without them takes a single line.
  const passed = (run) => row.results[run] < 0 || outcomeOf(row, run) === OUTCOME.pass;
  const places = runs.map((_, run) => run);
  const told = places.some((run) => !passed(run)) ? places.filter((run) => !passed(run)) :
                                                    places.slice(0, 1);
  const inBrief = places.filter((run) => !told.includes(run));
  return h(
      'div', {class: 'case-details'},
      h('div', {class: 'case-id'}, h('h3', {}, h('code', {}, idOf(row))), ` ${modeOf(row)} `,
        h('a', {href: link}, 'Link to this case')),
      callSection(row),
      cases.values[row.case] ?
          null :
          h('p', {class: 'muted'}, 'The first command below shows its values.'),
      h('div', {class: 'brief'}, inBrief.map((run) => outcomeHeading(row, run))),
      h('div', {class: 'sides'}, told.map((run) => resultDetails(row, run))), testedClauses(row));
}
