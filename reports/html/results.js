// Lists of cases, and what there is to know about one.

function sortedRows(list) {
  const keys = new Map(list.map(
      (row) =>
          [row, {severity: severityOf(row), margin: worstMargin(row), time: longestTime(row)}]));
  const descending = (a, b) => (a === b ? 0 : a < b ? 1 : -1);
  const orders = {
    worst: (a, b) => keys.get(a).severity - keys.get(b).severity ||
        descending(keys.get(a).margin, keys.get(b).margin),
    name: (a, b) => -descending(idOf(a), idOf(b)),
    margin: (a, b) => descending(keys.get(a).margin, keys.get(b).margin),
    time: (a, b) => descending(keys.get(a).time, keys.get(b).time),
  };
  return [...list].sort(orders[state.sort] ?? orders.worst);
}

function failureFacts(
    {check, output, index, expected, actual, error, limit, mismatched, elements}) {
  const value = (text) => h('code', {class: 'value'}, text);
  const numeric = check === 'element' || check === 'rms';
  const share = elements > 0 ? ` (${formatNumber((100 * mismatched) / elements)} %)` : '';
  return h(
      'dl', {class: 'facts failure'}, fact('Check', check),
      fact(
          'Where', `output ${output}`,
          index.length ? [', index ', value(`[${index.join(', ')}]`)] : null),
      fact('Expected', value(expected)), fact('Actual', value(actual)),
      numeric || error || limit ?
          [
            fact('Error', value(formatNumber(error))),
            fact(
                'Limit', value(formatNumber(limit)),
                limit > 0 && error > 0 ?
                    ` (the error is ${formatNumber(error / limit)} times this)` :
                    null)
          ] :
          null,
      elements ?
          fact('Wrong', `${formatCount(mismatched)} of ${plural(elements, 'element')}${share}`) :
          null);
}

function readingNote(row, id) {
  if (!id) return null;
  const reading = functions[functionOf(row)].readings.find((entry) => entry.id === id);
  const matches =
      reading?.verdict === 'accepted' ? 'Matches the accepted reading ' : 'Matches the misreading ';
  return h(
      'p', {class: 'reading'}, reading ? matches : 'Matches the reading ', h('code', {}, id),
      reading ? `: ${reading.text}` : '.');
}

// A results file may hold any text: only what is an address of the web becomes a link.
function waivedNote({outcome, reason, link, waiver}) {
  const address = /^https?:\/\//.test(link) ? h('a', {href: link, rel: 'noreferrer'}, link) : link;
  return h(
      'p', {class: 'reading'}, 'Waived by ', h('code', {}, waiver), ` (${outcome}): ${reason} `,
      address || null);
}

const commandLine = (text, label) =>
    h('div', {class: 'command'}, h('code', {}, text), copyButton(() => text, `Copy: ${label}`));

function resultDetails(row, run) {
  if (row.results[run] < 0) {
    return h(
        'section', {}, several ? h('h4', {}, runs[run].label) : null,
        h('p', {class: 'muted'}, 'Not run.'));
  }
  const {name} = outcomes[outcomeOf(row, run)];
  const {reading, message, failure, waived} = detailsOf(row, run);
  return h(
      'section', {},
      h('h4', {}, several ? `${runs[run].label} ` : null, badge(name),
        h('span', {class: 'muted'},
          `margin ${formatNumber(marginOf(row, run))} · ${formatSeconds(secondsOf(row, run))}`)),
      waived ? waivedNote(waived) : null, message ? h('pre', {class: 'message', tabindex: '0'}, message) : null,
      failure ? failureFacts(failure) : null, readingNote(row, reading),
      several && isPass(outcomeOf(row, run)) ? null : [
        commandLine(reproduceCommand('explain', row, run), 'the command that explains this case'),
        commandLine(
            reproduceCommand('exec --case', row, run), 'the command that runs this case alone')
      ]);
}

function caseDetails(row) {
  const tested = clausesOf(row);
  const link = addressOf(
      {...EMPTY, function: functions[functionOf(row)].name, case: idOf(row), mode: modeOf(row)});
  return h(
      'div', {class: 'case-details'},
      h('p', {class: 'case-id'}, h('code', {}, idOf(row)), ` ${modeOf(row)} `,
        h('a', {href: link}, 'Link to this case')),
      h('div', {class: 'sides'}, runs.map((_, run) => resultDetails(row, run))),
      tested.length ? h('div', {class: 'tested'}, h('h4', {}, 'Clauses that this case tests'),
                        h('ul', {},
                          tested.map(
                              (place) =>
                                  h('li', {},
                                    linkTo(
                                        {
                                          ...EMPTY,
                                          function: functions[functionOf(row)].name,
                                          clause: clauses[place].id
                                        },
                                        {}, h('code', {}, clauses[place].id)),
                                    clauses[place].text ? ` ${clauses[place].text}` : null)))) :
                                                          null);
}

const isOpen = (row) => state.case !== '' && state.case === idOf(row) &&
    (state.mode === '' || state.mode === modeOf(row));

// A row and, once asked for, the row below it that tells all.
function resultRow(row, columns, shortened) {
  let details = null;
  const button =
      h('button',
        {type: 'button', class: 'expand', 'aria-expanded': 'false', onclick: () => toggle()},
        h('span', {class: 'chevron', 'aria-hidden': 'true'}, '›'),
        h('span', {class: 'case-name'},
          shortened ? idOf(row).split('/').slice(2).join('/') || idOf(row) : idOf(row)));
  const node =
      h('tr', {class: outcomes[severityOf(row)]?.against ? 'bad' : null},
        h('th', {scope: 'row'}, button),
        h('td', {class: 'mode muted', 'data-label': 'Mode'}, modeOf(row)),
        runs.map(
            (run, place) =>
                h('td', {'data-label': several ? run.label : 'Outcome'},
                  row.results[place] < 0 ? h('span', {class: 'muted'}, 'not run') :
                                           badge(outcomes[outcomeOf(row, place)].name))),
        h('td', {class: `number${worstMargin(row) > 1 ? ' failing' : ''}`, 'data-label': 'Margin'},
          formatNumber(worstMargin(row))),
        h('td', {class: 'number', 'data-label': 'Time'}, formatSeconds(longestTime(row))));
  function toggle(open = details === null, quietly = false) {
    button.setAttribute('aria-expanded', String(open));
    if (open) {
      details = h('tr', {class: 'details'}, h('td', {colspan: columns}, caseDetails(row)));
      node.after(details);
    } else {
      details.remove();
      details = null;
    }
    if (!quietly) remember(open ? {case: idOf(row), mode: modeOf(row)} : {case: '', mode: ''});
  }
  node.open = () => toggle(true, true);
  return node;
}

function drawResults(view, matching, shortened = false) {
  if (!matching.length) return void view.append(nothingFound());
  const sorted = sortedRows(matching);
  const columns = 4 + runs.length;
  const body = h('tbody');
  view.append(
      h('div', {class: 'wide'},
        h('table', {class: 'results'},
          h('thead', {},
            h('tr', {}, sortHeader('name', 'Case'), h('th', {scope: 'col'}, 'Mode'),
              runs.map(
                  (run, place) =>
                      (place ? h('th', {scope: 'col', class: 'run-name'}, run.label) :
                               sortHeader(
                                   'worst', several ? run.label : 'Outcome', {class: 'run-name'}))),
              sortHeader('margin', 'Margin', {class: 'number'}),
              sortHeader('time', 'Time', {class: 'number'}))),
          body)));
  const showUntil = lazily(body, sorted, (row) => resultRow(row, columns, shortened), columns);
  const open = state.case ? sorted.findIndex(isOpen) : -1;
  if (open >= 0) {
    const node = showUntil(open);
    node.open();
    requestAnimationFrame(() => node.scrollIntoView({block: 'center'}));
  }
}
