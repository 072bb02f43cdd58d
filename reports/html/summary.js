// The top of the page, a card for each run: verdict, headline numbers, causes, machine.

const TONE_ICONS = {
  good: 'pass',
  guarded: 'unsupported',
  bad: 'fail'
};
// A backend that supports only a part of the suite gets no tick.
const toneOf = (run) =>
    (run.tone === 'good' && run.counts[OUTCOME.unsupported] ? 'guarded' : run.tone);

function countsBar(counts) {
  const total = sumOf(counts);
  const bar = h('div', {class: 'bar', 'aria-hidden': 'true'});
  for (let place = counts.length - 1; place >= 0; --place) {
    if (!counts[place]) continue;
    bar.append(
        h('span', {class: `fill-${outcomes[place].name}`, '--share': counts[place] / total}));
  }
  return bar;
}

function countsList(counts, run) {
  const list = h('ul', {class: 'counts'});
  for (let place = counts.length - 1; place >= 0; --place) {
    if (!counts[place]) continue;
    const name = outcomes[place].name;
    list.append(
        h('li', {},
          linkTo(
              {...EMPTY, view: 'results', outcomes: [name]},
              {'aria-label': `${counts[place]} ${name} of ${run.label}`}, icon(name),
              h('b', {}, formatCount(counts[place])), ` ${name}`)));
  }
  return list;
}

const hash = (value) => value ? h('code', {title: value}, value.slice(0, 12)) :
                                h('span', {class: 'muted'}, 'not given');

// The sandbox of the backend; null if the results do not describe it.
function sandboxFact({sandbox}) {
  if (!sandbox) return null;
  if (sandbox.mode === 'off') return fact('Sandbox', 'off');
  const parts = [sandbox.mode, sandbox.holds.join(', ') || 'nothing'];
  const lacking = Object.entries(sandbox.lacks).map(([measure, why]) => `${measure} (${why})`);
  if (lacking.length) parts.push(`not permitted on this machine: ${lacking.join(', ')}`);
  if (sandbox.writable.length) parts.push(`may write in ${sandbox.writable.join(', ')}`);
  return fact('Sandbox', longText(parts.join(' · '), 200));
}

function runFacts(run) {
  const {backend, machine} = run;
  const hardware = [machine.cpu, machine.cores ? plural(machine.cores, 'core') : '', machine.os];
  return h(
      'dl', {class: 'facts'}, fact('Backend', h('code', {}, longText(backend.argument))),
      backend.device ? fact('Device', longText(backend.device)) : null,
      fact('Machine', longText(hardware.filter(Boolean).join(' · ') || 'not given')),
      sandboxFact(run),
      fact('Edition', `${run.edition || 'not given'} · tier ${run.tier || 'not given'}`),
      fact(
          'Run', run.started.replace('T', ' ').replace('Z', ' UTC') || 'not given',
          run.seconds === null ? null : ` · ${formatSeconds(toNumber(run.seconds))}`),
      fact('Specification', hash(run.specification)), fact('Vectors', hash(run.vectors)),
      fact(
          'Results', longText(run.files.join(', ')),
          run.kassay ? ` · kassay ${run.kassay}` : null));
}

const functionLink = (name) =>
    linkTo({...EMPTY, function: name}, {}, h('code', {}, clipped(name, 60)));

// How much of the whole suite is right, and how much of its supported part.
function headline(run) {
  const {selected, counts, judged} = run;
  const right = sumRight(counts);
  const total = Math.max(selected, sumOf(counts));
  const line = (of, whole, limits = '') => of ?
      h('p', {}, h('b', {}, percent(right / of)), ` right of ${whole}`,
        h('span', {class: 'muted'}, ` (${plural(of, 'result')}${limits})`)) :
      h('p', {class: 'muted'}, `No result of ${whole}`);
  return h(
      'div', {class: 'headline'},
      line(total, run.whole_suite ? 'the whole suite' : 'what was selected', `, tier ${clipped(run.tier, 20)}`),
      line(judged, 'what is supported'));
}

const SHOWN_WRONG = 12;  // functions; the others unfold

// The words are those of the vocabulary.
function standingList(run, place) {
  const names = (list) => list.map((name, at) => [at ? ', ' : null, functionLink(name)]);
  const rest = run.wrong.slice(SHOWN_WRONG);
  return h(
      'dl', {class: 'facts standing'}, fact('Right', run.right), fact('Complete', run.supported),
      fact(
          'Wrong', run.wrong.length ? `${plural(run.wrong.length, 'function')}: ` : 'nothing',
          names(run.wrong.slice(0, SHOWN_WRONG)),
          rest.length ? foldedList(
                            `and ${plural(rest.length, 'other function')}`,
                            () => rest.map((name) => h('li', {}, functionLink(name)))) :
                        null),
      clauseFact(place));
}

function clauseFact(place) {
  const {total, holds, fails} = functions.reduce((sums, _, index) => {
    const counts = clauseCounts(index, place);
    return {
      total: sums.total + counts.total,
      holds: sums.holds + counts.holds,
      fails: sums.fails + counts.fails
    };
  }, {total: 0, holds: 0, fails: 0});
  if (!total) return null;
  return fact(
      'Clauses',
      `${formatCount(holds)} of ${formatCount(total)} hold${
          fails ? `, ${formatCount(fails)} fail` : ''}`);
}

// The outcome of each profile. Its title explains the profile.
function profileList(profiles) {
  if (!profiles.length) return null;
  const passed = profiles.filter(({tone}) => tone === 'good').length;
  return h(
      'details', {class: 'profiles', open: !several && !narrow.matches},
      h('summary', {}, `${passed} of ${plural(profiles.length, 'profile')} passed`),
      h('ul', {},
        profiles.map(
            ({id, title, tone, words}) =>
                h('li', {title: title || null}, icon(TONE_ICONS[tone]), h('b', {}, id),
                  h('span', {}, words)))));
}

// The function of an example, and links to both.
function causeExample(example, place) {
  const row = rowOfResult[place][example];
  const inFunction = {...EMPTY, function: functions[functionOf(row)].name};
  const one = linkTo(
      {...inFunction, case: idOf(row), caseMode: modeOf(row)},
      {'aria-label': `One of them: ${clipped(idOf(row), 200)}`}, 'one of them');
  const name = linkTo(inFunction, {}, h('code', {}, clipped(inFunction.function, 60)));
  return {name, one, outcome: outcomes[outcomeOf(row, place)].name};
}

// The results of one mistake: how many, why, and in which functions, with an example for each.
function causeItem({cause, outcomes, functions: hit}, place) {
  const {name, one, outcome} = causeExample(hit[0][1], place);
  const head = [icon(outcome), h('b', {}, `${outcomes} `)];
  if (hit.length === 1) return h('li', {}, head, name, ': ', longText(strings[cause]), ' ', one);
  const items = () => hit.map(([count, example]) => {
    const links = causeExample(example, place);
    return h('li', {}, links.name, ` ${formatCount(count)} `, links.one);
  });
  return h(
      'li', {}, head, longText(strings[cause]),
      foldedList(`in ${plural(hit.length, 'function')}`, items));
}

// The outcome of repeated runs; null if each case was run once.
function repeatedList({repeated}) {
  if (!repeated.length) return null;
  return h(
      'details', {class: 'causes', open: !narrow.matches}, h('summary', {}, 'Repeated runs'),
      h('ul', {}, repeated.map((line) => h('li', {}, longText(line)))));
}

const SHOWN_CAUSES = 5;    // the others unfold
const SHOWN_FINDINGS = 4;  // functions; the others unfold

const sentencesOf = (sentences) => sentences.length > 1 ?
    h('ul', {}, sentences.map((each) => h('li', {}, longText(each)))) :
    [' ', longText(sentences[0])];

// The conditions under which each function fails.
function findingList({findings}) {
  if (!findings.length) return null;
  const item = ({function: name, sentences}) =>
      h('li', {}, functionLink(name), sentencesOf(sentences));
  const rest = findings.slice(SHOWN_FINDINGS);
  return h(
      'details', {class: 'findings', open: !narrow.matches}, h('summary', {}, 'Where functions fail'),
      h('ul', {}, findings.slice(0, SHOWN_FINDINGS).map(item)),
      rest.length ? foldedList(`and ${plural(rest.length, 'other function')}`, () => rest.map(item)) :
                    null);
}

function causeList({list, left}, place, noun, outcomes, open) {
  if (!list.length) return null;
  const sum = (groups) => groups.reduce((total, {count}) => total + count, 0);
  const rest = list.slice(SHOWN_CAUSES);
  return h(
      'details', {class: 'causes', open},
      h('summary', {}, `${plural(sum(list) + left, noun)} by cause`),
      h('ul', {}, list.slice(0, SHOWN_CAUSES).map((group) => causeItem(group, place))),
      rest.length ? foldedList(
                        `and ${plural(sum(rest), noun)} of ${plural(rest.length, 'other cause')}`,
                        () => rest.map((group) => causeItem(group, place))) :
                    null,
      left ? h('p', {}, linkTo(
                           {...EMPTY, view: 'results', outcomes}, {},
                           `and ${plural(left, noun)} without a group, in the list of results`)) :
             null);
}

// What to implement next: the modes in which supported functions have unsupported results, and the
// unsupported functions. The largest counts come first.
function lackingOf(place) {
  const partial = new Map();  // by mode: {count, messages}
  const missing = [];
  for (const [index, list] of rowsOfFunction.entries()) {
    const counts = tally(list, place);
    const lacking = counts[OUTCOME.unsupported];
    if (!lacking) continue;
    if (lacking === sumOf(counts)) {
      missing.push([functions[index].name, lacking]);
      continue;
    }
    for (const row of list) {
      if (outcomeOf(row, place) !== OUTCOME.unsupported) continue;
      const known = partial.get(modeOf(row)) ?? {count: 0, messages: new Map()};
      const {message} = detailsOf(row, place);
      ++known.count;
      known.messages.set(message, (known.messages.get(message) ?? 0) + 1);
      partial.set(modeOf(row), known);
    }
  }
  const byCount = ([, a], [, b]) => (b.count ?? b) - (a.count ?? a);
  return {partial: [...partial].sort(byCount), missing: missing.sort(byCount)};
}

// The most frequent message of unsupported results, and whether they all have it.
function reasonOf({count, messages}) {
  const [[message, most]] = [...messages].sort(([, a], [, b]) => b - a);
  if (!message) return null;
  return [most < count ? ': mostly: ' : ': ', longText(message, 160)];
}

function partialItem(run, place, partial) {
  const count = partial.reduce((sum, [, known]) => sum + known.count, 0);
  const link = (changes, words) =>
      linkTo({...EMPTY, view: 'results', outcomes: ['unsupported'], ...changes}, {}, words);
  const results = `${plural(count, 'result')} of supported functions unsupported`;
  if (partial.length === 1) {
    const [[mode, known]] = partial;
    return h('li', {}, h('b', {}, 'partial: '), link({mode}, `${results}, all in mode ${mode}`), reasonOf(known));
  }
  return h(
      'li', {}, h('b', {}, 'partial: '), results,
      h('ul', {}, partial.map(([mode, known]) => h(
                                  'li', {}, link({mode}, `${formatCount(known.count)} in mode ${mode}`),
                                  reasonOf(known)))));
}

function lackingList(run, place) {
  const {partial, missing} = lackingOf(place);
  if (!partial.length && !missing.length) return null;
  return h(
      'details', {class: 'lacking', open: !narrow.matches}, h('summary', {}, 'What to implement next'),
      h('ul', {}, partial.length ? partialItem(run, place, partial) : null,
        missing.length ? h('li', {}, foldedList(
                                         `missing: ${plural(missing.length, 'function')}`,
                                         () => missing.map(([name, count]) => h(
                                                               'li', {}, functionLink(name),
                                                               ` ${plural(count, 'result')}`)))) :
                         null));
}

const FAILURES = outcomes.filter(({against}) => against).map(({name}) => name);

function runCard(run, place) {
  const title = `run-${place}`;
  return h(
      'article', {class: `run tone-${toneOf(run)}`, 'aria-labelledby': title},
      h('div', {class: 'run-head'},
        h('div', {}, h('h2', {id: title}, longText(run.name, 120)),
          run.backend.version && !run.name.includes(run.backend.version) ?
              h('span', {class: 'muted'}, ' version ', longText(run.backend.version, 60)) :
              null),
        h('p', {class: 'verdict'}, icon(TONE_ICONS[toneOf(run)]), run.title)),
      headline(run), countsBar(run.counts), countsList(run.counts, run),
      run.limits.length ?
          h('div', {class: 'banner', role: 'note'}, h('strong', {}, run.limits_title),
            h('ul', {}, run.limits.map((limit) => h('li', {}, longText(limit))))) :
          null,
      standingList(run, place), findingList(run),
      causeList(run.causes, place, 'failure', FAILURES, !narrow.matches),
      causeList(run.unsupported, place, 'unsupported result', ['unsupported'], !several && !narrow.matches),
      lackingList(run, place), repeatedList(run), profileList(run.profiles),
      h('details', {class: 'run-facts', open: !several && !narrow.matches},
        h('summary', {}, 'Backend, machine and run'), runFacts(run)));
}

function drawSummary() {
  const section = document.getElementById('summary');
  section.append(h('div', {class: 'runs'}, runs.map(runCard)));
  if (data.notices.length) {
    section.append(
        h('details', {class: 'notices', open: data.notices.length <= 4 && !narrow.matches},
          h('summary', {}, `${plural(data.notices.length, 'note')} on this report`),
          h('ul', {}, data.notices.map((notice) => h('li', {}, longText(notice))))));
  }
}

const MEANINGS = [
  ['pass', 'within the tolerance of the golden answer'],
  ['pass-accepted', 'a different answer that the documents also allow; the page names the reading'],
  ['fail', 'a wrong answer, or no error where one is expected'],
  ['error', 'an error where an answer is expected'],
  ['crash', 'the backend\'s process ended or broke the protocol'],
  ['timeout', 'no answer before the deadline'],
  ['out-of-memory', 'more memory than the limit'],
  ['unsupported', 'the backend reports that it does not implement this; never counts as passed or as a failure'],
  [
    'not-run',
    'skipped: an earlier call of the program failed, or the function was given up; may be wrong'
  ],
  ['waived', 'a known failure, excused by a waiver with a reason'],
  ['unexpected-pass', 'passes although it is waived: the waiver is out of date'],
];

function drawLegend() {
  document.getElementById('legend').append(h(
      'details', {}, h('summary', {}, 'How to read this page'),
      h('p', {},
        'A case is a small program with a known answer. It tests the clauses of the specification that it names. Its margin is the largest error of an element, divided by the limit of that element: up to 1 is right. A reading is one way to understand a clause. If a wrong answer matches a known misreading, the page names the misreading.'),
      h('ul', {class: 'legend'},
        MEANINGS.map(([name, text]) => h('li', {}, badge(name), h('span', {}, text)))),
      h('p', {class: 'muted'}, 'Keys: / search, Escape leaves the search.')));
}
