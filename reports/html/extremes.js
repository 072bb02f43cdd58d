// The results closest to their limit, and the slowest ones. The modes of a case are one entry.

const EXTREMES = 40;

function extremeTable(title, note, entries, format, share, empty) {
  const section = h('section', {}, h('h2', {}, title), h('p', {class: 'muted'}, note));
  if (!entries.length) return fill(section, {}, [h('p', {class: 'nothing'}, empty)]);
  return fill(section, {}, [wide(title, h('table', { class: 'extremes' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Case'), h('th', { scope: 'col' }, 'Mode'),
      several ? h('th', { scope: 'col' }, 'Backend') : null, h('th', { scope: 'col', colspan: 2, class: 'number' }, title))),
    h('tbody', {}, entries.map(({ row, run, value, modes }) => h('tr', {},
      h('th', { scope: 'row' }, linkTo({ ...EMPTY, function: functions[functionOf(row)].name, case: idOf(row), caseMode: modeOf(row) }, { class: 'case-name' }, idOf(row))),
      h('td', { class: 'mode muted' }, modeOf(row), modes > 1 ? ` of ${modes} modes` : null), several ? h('td', {}, runs[run].label) : null,
      h('td', { class: 'meter' }, h('span', { class: 'gauge', 'aria-hidden': 'true' }, h('span', { '--share': share(value) }))),
      h('td', { class: 'number' }, format(value)))))))]);
}

function topEntries(matching, valueOf) {
  const entries = runs.map(() => new Map());  // by case
  for (const row of matching) {
    runs.forEach((_, run) => {
      const value = row.results[run] < 0 ? undefined : valueOf(row, run);
      if (!(value > 0)) return;
      const known = entries[run].get(row.case);
      const modes = (known?.modes ?? 0) + 1;
      const worse = known && known.value >= value ? known : {row, run, value};
      entries[run].set(row.case, {...worse, modes});
    });
  }
  return entries.flatMap((ofRun) => [...ofRun.values()])
      .sort((a, b) => b.value - a.value)
      .slice(0, EXTREMES);
}

function drawExtremes(view, matching) {
  const nearest = topEntries(
      matching,
      (row, run) =>
          (hasMargin(row, run) && isPass(outcomeOf(row, run)) ? marginOf(row, run) : undefined));
  const slowest = topEntries(matching, secondsOf);
  const longest = slowest.length ? slowest[0].value : 1;
  view.append(
      extremeTable(
          'Margin',
          `The ${
              EXTREMES} passing cases closest to their limit. They fail first if anything becomes less exact. Each case counts once, in its worst mode.`,
          nearest, formatNumber, (value) => Math.min(value, 1), 'No passing answer has an error.'),
      extremeTable(
          'Time',
          `The ${EXTREMES} slowest cases, timed by the runner, each in its slowest mode.`,
          slowest, formatSeconds, (value) => value / longest, 'No result has a time.'));
}
