// How backends did over time, if the report was made with a history.

const TREND_RUNS = 60;  // in a chart: the last ones; the table has all
const [TREND_WIDTH, TREND_LEFT, TREND_RIGHT] = [640, 48, 12];
const SHARES = {
  top: 14,
  height: 96
};
const SUPPORT = {
  top: 132,
  height: 32
};
const AGAINST = {
  top: 186,
  height: 48
};
const TREND_BASE = AGAINST.top + AGAINST.height;

const trendTotal = ({counts}) => Object.values(counts).reduce((sum, count) => sum + count, 0);
const trendPassed = ({counts}) => (own(counts, 'pass') ?? 0) + (own(counts, 'pass-accepted') ?? 0);
const trendAgainst = ({counts}) =>
    outcomes.reduce((sum, {name, against}) => sum + (against ? own(counts, name) ?? 0 : 0), 0);
// Unsupported results are not failures: the share counts only judged results.
const trendJudged = (entry) => trendTotal(entry) -
    ['unsupported', 'not-run'].reduce((sum, name) => sum + (own(entry.counts, name) ?? 0), 0);
const trendShare = (entry) => trendJudged(entry) ? trendPassed(entry) / trendJudged(entry) : 0;
const trendSupport = ({supported, ofEdition}) => (ofEdition ? supported / ofEdition : 0);
const supportText = ({supported, ofEdition}) =>
    `${formatCount(supported)} of ${plural(ofEdition, 'function')} supported`;
const trendDate = ({started}) => started.slice(0, 10) || 'no date';

// Runs that can be compared: of one backend, with the same selection.
function trendGroups(entries) {
  const groups = new Map();
  for (const entry of entries) {
    const {backend, edition, tier, asked} = entry;
    const key = JSON.stringify([backend, edition, tier, asked]);
    if (!groups.has(key)) groups.set(key, {backend, edition, tier, asked, entries: []});
    groups.get(key).entries.push(entry);
  }
  for (const group of groups.values())
    group.entries.sort((a, b) => (a.started < b.started ? -1 : a.started > b.started ? 1 : 0));
  return [...groups.values()];
}

// The largest of some round numbers that leaves room for all shares.
const trendFloor = (entries) => {
  const lowest = Math.min(...entries.map(trendShare));
  return [0.99, 0.9, 0.5].find((floor) => lowest > floor) ?? 0;
};

function trendTitle(entry) {
  const parts = [
    trendDate(entry), entry.version ? `version ${entry.version}` : '',
    `${percent(trendShare(entry))} of ${plural(trendJudged(entry), 'supported result')} passed`,
    supportText(entry), plural(trendAgainst(entry), 'failure'),
    entry.complete ? '' : 'a part of the suite'
  ];
  return svg('title', {}, parts.filter(Boolean).join(', '));
}

function trendChart(group) {
  const entries = group.entries.slice(-TREND_RUNS);
  const step = (TREND_WIDTH - TREND_LEFT - TREND_RIGHT) / entries.length;
  const x = (place) => TREND_LEFT + (place + 0.5) * step;
  const floor = trendFloor(entries);
  const y = (share) => SHARES.top + (1 - (share - floor) / (1 - floor)) * SHARES.height;
  const ySupport = (entry) => SUPPORT.top + (1 - trendSupport(entry)) * SUPPORT.height;
  const most = Math.max(...entries.map(trendAgainst), 1);
  const label = (text, atX, atY, anchor = 'end') =>
      svg('text', {x: atX, y: atY, 'text-anchor': anchor}, text);
  const level = (atY) => svg(
      'line', {class: 'level', x1: TREND_LEFT, x2: TREND_WIDTH - TREND_RIGHT, y1: atY, y2: atY});
  const marks = entries.map((entry, place) => {
    const count = trendAgainst(entry);
    const size = count ? Math.max(2, (count / most) * AGAINST.height) : 0;
    const width = Math.min(step * 0.7, 24);
    const changed = place > 0 && entries[place - 1].vectors !== entry.vectors;
    return svg(
        'g', {}, trendTitle(entry),
        svg('rect', {class: 'hit', x: x(place) - step / 2, y: 0, width: step, height: TREND_BASE}),
        changed ? svg('line', {
          class: 'changed',
          x1: x(place) - step / 2,
          x2: x(place) - step / 2,
          y1: SHARES.top,
          y2: TREND_BASE
        }) :
                  null,
        svg('rect',
            {class: 'against', x: x(place) - width / 2, y: TREND_BASE - size, width, height: size}),
        svg('rect', {
          class: 'support',
          x: x(place) - width / 2,
          y: ySupport(entry),
          width,
          height: SUPPORT.top + SUPPORT.height - ySupport(entry)
        }),
        svg('circle', {
          class: entry.complete ? 'whole' : 'part',
          cx: x(place),
          cy: y(trendShare(entry)),
          r: Math.min(3.5, Math.max(1.5, step / 4))
        }));
  });
  const line = entries.map((entry, place) => [entry, place])
                   .filter(([entry]) => entry.complete)
                   .map(([entry, place]) => `${x(place)},${y(trendShare(entry))}`)
                   .join(' ');
  const [first, last] = [entries[0], entries[entries.length - 1]];
  const summary = `${group.backend}: ${plural(entries.length, 'run')} from ${trendDate(first)} to ${
      trendDate(last)}; the last: ${percent(trendShare(last))} of what is supported passed, ${
      supportText(
          last)}, ${plural(trendAgainst(last), 'failure')}. The table below has every number.`;
  return svg(
      'svg', {
        class: 'trend',
        viewBox: `0 0 ${TREND_WIDTH} ${TREND_BASE + 20}`,
        role: 'img',
        'aria-label': summary
      },
      level(SHARES.top), level(SHARES.top + SHARES.height), level(TREND_BASE), level(SUPPORT.top),
      level(SUPPORT.top + SUPPORT.height), label('100 %', TREND_LEFT - 6, SHARES.top + 4),
      label(`${Math.round(floor * 100)} %`, TREND_LEFT - 6, SHARES.top + SHARES.height + 4),
      label(formatCount(last.ofEdition), TREND_LEFT - 6, SUPPORT.top + 4),
      label('0', TREND_LEFT - 6, SUPPORT.top + SUPPORT.height + 4),
      label(formatCount(most), TREND_LEFT - 6, AGAINST.top + 8),
      label('0', TREND_LEFT - 6, TREND_BASE), marks,
      line.includes(' ') ? svg('polyline', {class: 'shares', points: line}) : null,
      label(trendDate(first), TREND_LEFT, TREND_BASE + 15, 'start'),
      entries.length > 1 ? label(trendDate(last), TREND_WIDTH - TREND_RIGHT, TREND_BASE + 15) :
                           null);
}

function trendTable(group) {
  const head = [
    ['Started', ''], ['Version', ''], ['Verdict', ''], ['Results judged', 'number'],
    ['Passed', 'number'], ['Failures', 'number'], ['Functions right', 'number'], ['Wrong', 'number'],
    ['Supported', 'number'], ['What was run', '']
  ];
  return h(
      'details', {}, h('summary', {}, `${plural(group.entries.length, 'run')} as a table`),
      wide(
          `Runs of ${group.backend}`,
          h('table', {},
            h('thead', {},
              h('tr', {},
                head.map(([name, kind]) => h('th', {scope: 'col', class: kind || null}, name)))),
            h('tbody', {}, [...group.entries].reverse().map((entry) => {
              const againstCount = trendAgainst(entry);
              return h(
                  'tr', {},
                  h('th', {scope: 'row'}, entry.started.replace('T', ' ').replace('Z', '')),
                  h('td', {}, entry.version), h('td', {}, entry.words),
                  h('td', {class: 'number'}, formatCount(trendJudged(entry))),
                  h('td', {class: 'number'}, percent(trendShare(entry))),
                  h('td', {class: `number${againstCount ? ' failing' : ''}`},
                    formatCount(againstCount)),
                  h('td', {class: 'number'}, entry.right ?? '–'),
                  h('td', {class: `number${entry.wrong ? ' failing' : ''}`}, entry.wrong ?? '–'),
                  h('td', {class: 'number'}, `${entry.supported} of ${entry.ofEdition}`),
                  h('td', {}, entry.complete ? 'all' : 'a part'));
            })))));
}

function trendFigure(group) {
  const of = [
    `edition ${group.edition || 'not given'}`, `tier ${group.tier || 'not given'}`,
    group.asked.length ? `profile ${group.asked.join(', ')}` : ''
  ];
  const left = group.entries.length - TREND_RUNS;
  return h(
      'figure', {},
      h('figcaption', {}, h('b', {}, group.backend), ` · ${of.filter(Boolean).join(' · ')}`,
        left > 0 ? ` · the last ${TREND_RUNS} of ${plural(group.entries.length, 'run')}` : null),
      trendChart(group), trendTable(group));
}

// The backends of the report; the others of the history are only named.
function drawTrend() {
  if (!data.history) return;
  const shown = new Set(runs.map(({backend}) => backend.name || backend.argument));
  const groups = trendGroups(data.history);
  const [here, others] = [
    groups.filter(({backend}) => shown.has(backend)),
    groups.filter(({backend}) => !shown.has(backend))
  ];
  const names = [...new Set(others.map(({backend}) => backend))];
  document.getElementById('summary').append(h(
      'section', {class: 'trends', 'aria-labelledby': 'trends'}, h('h2', {id: 'trends'}, 'History'),
      h('p', {class: 'muted'},
        here.length ?
            'Each step is a run. The top chart is the share of supported results that passed; a hollow point is a run of a part of the suite. The middle chart is the number of supported functions. The bottom chart is the number of failures. A dashed line marks a change of the vectors.' :
            'The history has no runs of the backends in this report.'),
      h('div', {class: 'figures'}, here.map(trendFigure)),
      names.length ? h('p', {class: 'muted'},
                       `Also in the history, not in this report: ${names.join(', ')}.`) :
                     null));
}
