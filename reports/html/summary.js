// The top of the page: the backend, the machine, the run, and the verdict.

// The data say how a verdict looks.
const TONE_ICONS = {
  good: 'pass',
  guarded: 'unsupported',
  bad: 'fail'
};

function countsBar(counts) {
  const total = counts.reduce((sum, count) => sum + count, 0);
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

// What stood between the backend and the machine; nothing where the results do not say.
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

const SHOWN_WRONG = 12;

// The three things that are told apart. The words are those of the vocabulary.
function standingList(run, place) {
  const names =
      run.wrong.slice(0, SHOWN_WRONG)
          .map(
              (name, at) =>
                  [at ? ', ' : null,
                   linkTo({...EMPTY, function: name}, {}, h('code', {}, clipped(name, 60)))]);
  const left = run.wrong.length - SHOWN_WRONG;
  return h(
      'dl', {class: 'facts standing'}, fact('Right', run.right), fact('Complete', run.supported),
      fact(
          'Wrong', run.wrong.length ? `${plural(run.wrong.length, 'function')}: ` : 'nothing',
          names, left > 0 ? ` and ${formatCount(left)} more` : null),
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

// What a run shows of each profile; the pointer on a name tells what it is.
function profileList(profiles) {
  if (!profiles.length) return null;
  return h(
      'div', {class: 'profiles'}, h('span', {class: 'muted'}, 'Profiles'),
      h('ul', {},
        profiles.map(
            ({id, title, tone, words}) =>
                h('li', {title: title || null}, icon(TONE_ICONS[tone]), h('b', {}, id),
                  h('span', {}, words)))));
}

// A list whose items are made when it is opened for the first time.
function foldedList(label, items) {
  const list = h('ul');
  const open = () => list.firstChild || list.append(...items());
  return h('details', {ontoggle: open}, h('summary', {}, label), list);
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

// Results of one mistake together: how many, why, and in which functions, with one of them for each.
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

// What repeated runs showed; nothing where each case was run once.
function repeatedList({repeated}) {
  if (!repeated.length) return null;
  return h(
      'details', {class: 'causes', open: true}, h('summary', {}, 'Repeated runs'),
      h('ul', {}, repeated.map((line) => h('li', {}, longText(line)))));
}

const SHOWN_CAUSES = 20;  // the others are folded

const SHOWN_FINDINGS = 8;  // functions; the others are folded

// What the failures of each function have in common.
function findingList({findings}) {
  if (!findings.length) return null;
  const item = ({function: name, sentences}) => h(
      'li', {}, linkTo({...EMPTY, function: name}, {}, h('code', {}, clipped(name, 60))),
      sentences.length > 1 ? h('ul', {}, sentences.map((each) => h('li', {}, longText(each)))) :
                             [' ', longText(sentences[0])]);
  const rest = findings.slice(SHOWN_FINDINGS);
  return h(
      'details', {class: 'findings', open: true}, h('summary', {}, 'Where functions fail'),
      h('ul', {}, findings.slice(0, SHOWN_FINDINGS).map(item)),
      rest.length ? foldedList(`and ${plural(rest.length, 'other function')}`, () => rest.map(item)) :
                    null);
}

function causeList({list, left}, place, noun, open) {
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
      left ? h('p', {class: 'muted'}, `and ${plural(left, noun)} that are in no group`) : null);
}

function runCard(run, place) {
  const title = `run-${place}`;
  return h(
      'article', {class: `run tone-${run.tone}`, 'aria-labelledby': title},
      h('div', {class: 'run-head'},
        h('div', {}, h('h2', {id: title}, longText(run.name, 120)),
          run.backend.version && !run.name.includes(run.backend.version) ?
              h('span', {class: 'muted'}, ' version ', longText(run.backend.version, 60)) :
              null),
        h('p', {class: 'verdict'}, icon(TONE_ICONS[run.tone]), run.title)),
      run.limits.length ?
          h('div', {class: 'banner', role: 'note'}, h('strong', {}, run.limits_title),
            h('ul', {}, run.limits.map((limit) => h('li', {}, longText(limit))))) :
          null,
      standingList(run, place), countsBar(run.counts), countsList(run.counts, run),
      profileList(run.profiles), findingList(run), causeList(run.causes, place, 'failure', true),
      causeList(run.unsupported, place, 'unsupported result', false), repeatedList(run),
      runFacts(run));
}

function drawSummary() {
  const section = document.getElementById('summary');
  section.append(h('div', {class: 'runs'}, runs.map(runCard)));
  if (data.notices.length) {
    section.append(
        h('details', {class: 'notices', open: data.notices.length <= 4},
          h('summary', {}, `${plural(data.notices.length, 'note')} on this report`),
          h('ul', {}, data.notices.map((notice) => h('li', {}, longText(notice))))));
  }
}

const MEANINGS = [
  ['pass', 'within the tolerance of the golden answer'],
  ['pass-accepted', 'a different answer that the documents also allow; the reading is named'],
  ['fail', 'a wrong answer, or no error where one is expected'],
  ['error', 'an error where an answer is expected'],
  ['crash', 'the backend\'s process ended or broke the protocol'],
  ['timeout', 'no answer before the deadline'],
  ['out-of-memory', 'more memory than the limit'],
  ['unsupported', 'the backend says that it lacks this; never counts as passed or against it'],
  [
    'not-run',
    'left out: a call before the function failed, or the function was given up; may be wrong'
  ],
  ['waived', 'a known failure, excused with a reason'],
  ['unexpected-pass', 'passes although it is waived: the waiver is out of date'],
];

function drawLegend() {
  document.getElementById('legend').append(h(
      'details', {}, h('summary', {}, 'How to read this page'),
      h('p', {},
        'A case is one small program with a known answer; it tests the clauses of the specification that it names. Its margin is the largest error of an element divided by its limit: up to 1 is right. A reading is one way to understand a clause; if a wrong answer matches a known misreading, the page says which.'),
      h('ul', {class: 'legend'},
        MEANINGS.map(([name, text]) => h('li', {}, badge(name), h('span', {}, text)))),
      h('p', {class: 'muted'}, 'Keys: / search, Escape leaves the search.')));
}
