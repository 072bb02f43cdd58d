// An opened workload: all numbers of each backend, and how they went from file to file.

const DETAIL_HEADS = ['Median', 'Quartiles', 'Minimum', 'Calls', 'Rate', 'Medians of the rounds'];

function detailRow(run, row, place, among) {
  const cell = row.cells[place];
  const label = labelOf(run.backends[place]);
  const name = h('th', {scope: 'row'}, label);
  if (!isMeasured(cell)) {
    return h(
        'tr', {}, name,
        h('td', {colspan: DETAIL_HEADS.length + 1 + (severalRuns ? 1 : 0)},
          cell ?
              [
                outcomeBadge(cell.outcome),
                h('pre', {class: 'message', tabindex: '0', 'aria-label': `Message of ${label}`},
                  longText(cell.message, 4000))
              ] :
              neverRun('not in the file')));
  }
  const ratio = row.ratios[place];
  return h(
      'tr', {}, name,
      h('td', {class: 'number'},
        place === 0        ? '' :
            ratio === null ? neverRun('no ratio') :
                             ratioText(toNumber(ratio))),
      h('td', {class: 'number'}, h('b', {}, formatSeconds(cell.median, 3))),
      h('td', {class: 'number'}, quartilesText(cell)),
      h('td', {class: 'number'}, formatSeconds(cell.minimum, 3)),
      h('td', {class: 'number'}, formatCount(cell.calls)),
      h('td', {class: 'number'},
        [multiplyAddRate(cell), byteRate(cell)].filter(Boolean).map(
            (rate) => h('span', {class: 'rate'}, rate))),
      h('td', {class: 'number several'},
        cell.rounds.slice(0, 20).map((round) => formatSeconds(round, 3)).join(', ')),
      severalRuns ?
          h('td', {class: 'spark-cell'}, medianSpark(row.id, run.backends[place].label, among)) :
          null);
}

const sparkTitle = (value, run) => `${formatSeconds(value, 3)}, ${dateOf(run)}`;

function medianSpark(id, label, among) {
  const values = mediansOf(id, label);
  const known = values.filter((value) => value > 0);
  return [
    spark(values, among, sparkTitle),
    h('span', {class: 'visually-hidden'}, known.map((value) => formatSeconds(value, 3)).join(', '))
  ];
}

function ratioHistory(id) {
  const ratios = ratiosOf(id);
  if (!severalRuns || ratios.every(Number.isNaN)) return null;
  return h(
      'p', {class: 'ratio-history'}, 'Ratio to the fastest other, file by file: ',
      ratios.slice(-TREND_FILES).map((ratio) => [ratioText(ratio), ' ']));
}

function workloadDetails(run, row) {
  const among = severalRuns ? run.backends.flatMap(({label}) => mediansOf(row.id, label)) : [];
  return h(
      'div', {}, h('p', {class: 'case-id'}, h('code', {}, longText(row.id))),
      wide(
          'Numbers of each backend',
          h('table', {class: 'numbers'},
            h('thead', {},
              h('tr', {}, h('th', {scope: 'col'}, 'Backend'),
                h('th', {scope: 'col', class: 'number'}, 'Ratio to the first'),
                DETAIL_HEADS.map((head) => h('th', {scope: 'col', class: 'number'}, head)),
                severalRuns ? h('th', {scope: 'col'}, 'Medians over time') : null)),
            h('tbody', {}, run.backends.map((_, place) => detailRow(run, row, place, among))))),
      ratioHistory(row.id),
      commandLine(`${run.command} ${row.word}`, 'the command that measures this workload'));
}
