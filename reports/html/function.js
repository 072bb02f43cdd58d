// The page of one function: its clauses, their sources, and whether they hold.

const EDITION_NAMES = data.editions.length ? data.editions.map(({id}) => id) : ['ko', 'zh', 'ja'];
const documentsOf = new Map(data.editions.map((edition) => [edition.id, edition]));
const editionOrder = (list) => [...list].sort(
    (a, b) => ['ko', 'zh', 'ja'].indexOf(a) - ['ko', 'zh', 'ja'].indexOf(b));

// The words, which link to a page of the specification if the report is part of a site.
const specificationLink = (page, place, ...words) => data.specificationPages ?
    h('a', {href: `${data.specificationPages}${page}.html${place ? `#${place}` : ''}`}, ...words) :
    words;

// The heading of the function in each edition, and where pages like that edition are published.
function documentsList(entry) {
  const places = editionOrder(EDITION_NAMES)
                     .filter((edition) => own(entry.headings, edition) && documentsOf.has(edition))
                     .map((edition) => {
                       const {description, page, published} = documentsOf.get(edition);
                       return h(
                           'li', {}, h('strong', {}, edition),
                           ` ${description}: heading “${own(entry.headings, edition)}” of “${
                               page}”, a page like ${published}`);
                     });
  return places.length ? h('details', {class: 'documents'}, h('summary', {}, 'In the documents'),
                           h('ul', {}, places)) :
                         null;
}

function signatureTable(entry) {
  const tested = new Set(runs.map((run) => run.edition));
  const editions = editionOrder(EDITION_NAMES);
  return h('table', {class: 'signatures'}, h('tbody', {}, editions.map((edition) => {
             const signature = own(entry.signatures, edition);
             const heading = own(entry.headings, edition);
             return h(
                 'tr', {class: tested.has(edition) ? 'tested-edition' : null},
                 h('th', {
                   scope: 'row',
                   title: documentsOf.has(edition) ? documentsOf.get(edition).description : null
                 },
                   edition,
                   tested.has(edition) ? h('span', {class: 'visually-hidden'}, ' (tested)') : null),
                 h('td', {},
                   signature === undefined ? h('span', {class: 'muted'}, 'not in this edition') :
                                             h('code', {}, entry.name + signature)),
                 h('td', {class: 'muted'},
                   heading && heading !== entry.name ? `under “${heading}”` : null));
           })));
}

function decisionText(decision) {
  const parts = [
    ['The documents', decision.documents], ['Backends', decision.backends],
    ['Choice', decision.choice], ['Reason', decision.reason]
  ];
  return h(
      'details', {class: 'decision'},
      h('summary', {}, h('code', {}, decision.id), ` ${decision.title}`),
      h('dl', {class: 'facts'},
        parts.filter(([, text]) => text).map(([name, text]) => fact(name, text)),
        data.specificationPages ?
            fact('Page', specificationLink('decisions', decision.id, `Decision ${decision.id}`)) :
            null));
}

function clauseSource(clause) {
  const decision = decisions.get(clause.decision);
  return [
    clause.sources || !clause.decision ?
        h('p', {class: 'source muted'}, 'Source: ', clause.sources || 'not known') :
        null,
    Object.entries(clause.differs)
        .map(([edition, text]) => h('p', {class: 'source muted'}, `${edition} says: ${text}`)),
    decision ? decisionText(decision) :
        clause.decision ?
               h('p', {class: 'source muted'}, 'Decision ', h('code', {}, clause.decision)) :
               null
  ];
}

function clauseResultCell(place, run, index) {
  const result = clauseResult(place, run);
  const label = several ? runs[run].label : 'Result';
  const part = result.state === 'fail' ? result.against :
      result.state === 'pass'          ? result.passed :
                                         result.total;
  const text = result.total ?
      `${result.label} in ${formatCount(part)} of ${formatCount(result.total)}` :
      result.label;
  return h(
      'td', {class: 'clause-result', 'data-label': label},
      result.total ? linkTo(
                         {...EMPTY, function: functions[index].name, clause: clauses[place].id}, {},
                         badge(result.state, text)) :
                     badge('none', text));
}

// The text of a clause, its editions and its source.
function clauseHead(page, clause) {
  const limited = clause.editions.length && clause.editions.length < EDITION_NAMES.length;
  return [
    specificationLink(page, clause.id, h('code', {class: 'clause-id'}, clause.id)),
    clause.raises.length ? h('span', {class: 'tag'}, `raises ${clause.raises.join(' or ')}`) : null,
    limited ? h('span', {class: 'tag'}, `only ${editionOrder(clause.editions).join(', ')}`) : null,
    h('p', {class: 'clause-text'},
      clause.text || 'Its text is unknown: the available specification lacks it.'),
    clauseSource(clause)
  ];
}

function clauseTable(index) {
  const places = [...clausesOfFunction[index]].sort((a, b) => {
    const failing = (place) =>
        runs.reduce((sum, _, run) => sum + (clauseResult(place, run).state === 'fail' ? 1 : 0), 0);
    return failing(b) - failing(a) || a - b;
  });
  if (!places.length)
    return h('p', {class: 'muted'}, 'No clauses are known: the specification was not available.');
  return wide(
      'Clauses',
      h('table', {class: 'clauses'},
        h('thead', {},
          h('tr', {}, h('th', {scope: 'col'}, 'Clause'),
            runs.map(
                (run) =>
                    h('th', {scope: 'col', class: 'run-name'}, several ? run.label : 'Result')))),
        h('tbody', {}, places.map((place) => {
          const clause = clauses[place];
          return h(
              'tr', {class: state.clause === clause.id ? 'selected' : null},
              h('th', {scope: 'row'}, clauseHead(functions[index].name, clause)),
              runs.map((_, run) => clauseResultCell(place, run, index)));
        }))));
}

// The clauses of the introduction. No case tests them directly; each clause states how it is checked.
function introductionTable() {
  return h(
      'details', {class: 'introduction'},
      h('summary', {},
        `Introduction of the documents: ${
            plural(data.introduction.length, 'clause')} that no case tests directly`),
      wide(
          'Clauses of the introduction',
          h('table', {class: 'clauses'},
            h('thead', {},
              h('tr', {}, h('th', {scope: 'col'}, 'Clause'),
                h('th', {scope: 'col'}, 'How it is checked'))),
            h('tbody', {},
              data.introduction.map(
                  (clause) =>
                      h('tr', {}, h('th', {scope: 'row'}, clauseHead('introduction', clause)),
                        h('td', {}, clause.checks.map((text) => h('p', {}, text)))))))));
}

// How often a backend's answer matched a wrong or an accepted reading.
function readingsList(index) {
  const {readings} = functions[index];
  if (!readings.length) return null;
  const matches = new Map(readings.map(({id}) => [id, runs.map(() => 0)]));
  for (const row of rowsOfFunction[index]) {
    runs.forEach((_, run) => {
      if (row.results[run] < 0) return;
      const found = matches.get(detailsOf(row, run).reading);
      if (found) ++found[run];
    });
  }
  return h(
      'section', {}, h('h3', {}, 'Readings'),
      h('ul', {class: 'readings'},
        readings.map(
            ({id, verdict, clause, text}) => h(
                'li', {}, h('code', {}, id), h('span', {class: 'tag'}, verdict), ` ${text} `,
                clause ? h('span', {class: 'muted'}, `(of ${clause}) `) : null,
                matches.get(id).map(
                    (count, run) => (
                        count ?
                            h('strong', {class: verdict === 'wrong' ? 'failing' : null},
                              `${several ? `${runs[run].label}: ` : ''}${plural(count, 'answer')} ${
                                  count === 1 ? 'matches' : 'match'}. `) :
                            null))))));
}

// The decisions that leave something of the function open, in the sentences that do.
function leftOpenSection({name}) {
  const open = data.decisions.filter((entry) => entry.open && entry.functions.includes(name));
  if (!open.length) return null;
  return h(
      'section', {class: 'unspecified'}, h('h3', {}, 'Unspecified'),
      h('p', {class: 'muted'}, 'No case tests this.'),
      h('ul', {class: 'readings'},
        open.map(
            (entry) =>
                h('li', {}, specificationLink('decisions', entry.id, h('code', {}, entry.id)),
                  ` ${entry.open}`))));
}

// The conditions under which the function fails, by run.
function whereSection({name}) {
  const items = runs.flatMap(
      (run) => run.findings.filter((finding) => finding.function === name)
                   .map(({sentences}) => h(
                            'li', {}, several ? `${run.label}: ` : null, sentencesOf(sentences))));
  return items.length ? h('section', {class: 'where'}, h('h3', {}, 'Where it fails'),
                          h('ul', {}, items)) :
                        null;
}

function drawFunction(view, matching) {
  const index = findFunction.get(state.function);
  const entry = functions[index];
  view.append(
      h('nav', {class: 'crumbs', 'aria-label': 'Place'},
        linkTo({view: 'functions', function: ''}, {}, 'All functions'), ' / ',
        linkTo(
            {view: 'functions', function: '', category: entry.category}, {},
            entry.category.replaceAll('_', ' ')),
        ' / ', h('span', {}, entry.name)),
      h('h2', {class: 'function-name'}, entry.name),
      h('p', {class: 'summary-text'}, entry.summary || null));
  if (entry.specified) {
    view.append(signatureTable(entry), documentsList(entry) || '');
    if (data.specificationPages)
      view.append(h('p', {}, specificationLink(entry.name, '', 'Its specification')));
  }
  view.append(whereSection(entry) || '');
  view.append(h('section', {}, h('h3', {}, 'Clauses'), clauseTable(index)));
  const readings = readingsList(index);
  if (readings) view.append(readings);
  const open = leftOpenSection(entry);
  if (open) view.append(open);
  view.append(marginSection(index), h('h3', {}, 'Cases'));
  if (state.clause) {
    view.append(
        h('p', {class: 'chosen'}, 'Only cases that test ', h('code', {}, state.clause), '. ',
          h('button', {
            type: 'button',
            class: 'quiet',
            'data-key': 'all-clauses',
            onclick: () => refine({clause: ''})
          },
            'Show all')));
  }
  if (!rowsOfFunction[index].length)
    view.append(h('p', {class: 'nothing'}, 'No case of this function was run.'));
  else
    drawResults(view, matching, true);
}
