// How close the answers of a function come to the limit: a histogram of margins on a log scale.

const LOWEST = -6;  // decades: margins below 1e-6 share one bin
const BINS_A_DECADE = 2;
const INNER = -LOWEST * BINS_A_DECADE;
const BINS = INNER + 3;  // exact, below 1e-6, the inner ones, over 1

function binOf(margin) {
  if (margin === 0) return 0;
  if (!(margin <= 1)) return BINS - 1;
  if (margin < 10 ** LOWEST) return 1;
  // A margin of exactly 1 is allowed and belongs to the last bin below the limit.
  return 2 + Math.min(INNER - 1, Math.floor((Math.log10(margin) - LOWEST) * BINS_A_DECADE));
}

function binName(bin) {
  const power = (value) => `1e${value}`;
  if (bin === 0) return 'exact';
  if (bin === 1) return `below ${power(LOWEST)}`;
  if (bin === BINS - 1) return 'over the limit';
  const from = LOWEST + (bin - 2) / BINS_A_DECADE;
  const edge = (value) =>
      (Number.isInteger(value) ? (value === 0 ? '1' : power(value)) : `3.2e${Math.floor(value)}`);
  return `${edge(from)} to ${edge(from + 1 / BINS_A_DECADE)}`;
}

function histogram(counts, label) {
  const [width, height, left, base] = [BINS * 30 + 10, 132, 5, 104];
  const most = Math.max(...counts);
  const bars = counts.map((count, bin) => {
    const size = count ? Math.max(2, (count / most) * 84) : 0;
    const x = left + bin * 30;
    const kind = bin === BINS - 1 ? 'over' : 'within';
    return svg(
        'g', {}, svg('title', {}, `${binName(bin)}: ${plural(count, 'result')}`),
        svg('rect', {class: 'hit', x, y: 12, width: 30, height: base - 12}),
        svg('rect', {class: kind, x: x + 2, y: base - size, width: 26, height: size}),
        count ?
            svg('text', {class: 'bar-label', x: x + 15, y: base - size - 4}, formatCount(count)) :
            null);
  });
  const tick = (bin, text, className = 'tick') =>
      svg('text', {class: className, x: left + bin * 30, y: base + 14}, text);
  const ticks = [tick(0.5, 'exact'), tick(BINS - 0.5, 'over 1')];
  for (let decade = LOWEST; decade <= 0; ++decade) {
    const bin = 2 + (decade - LOWEST) * BINS_A_DECADE;
    ticks.push(
        svg('line',
            {class: 'notch', x1: left + bin * 30, x2: left + bin * 30, y1: base, y2: base + 4}));
    if (decade < 0) ticks.push(tick(bin, decade === LOWEST ? '1e−6' : `1e−${- decade}`));
  }
  const limit = left + (BINS - 1) * 30;
  return svg(
      'svg',
      {class: 'histogram', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label},
      svg('line', {class: 'axis', x1: left, x2: width - 5, y1: base, y2: base}),
      svg('line', {class: 'limit', x1: limit, x2: limit, y1: 8, y2: base}), bars, ticks);
}

// How many of the compared answers of a function fall in each bin; also by dtype.
function marginCounts(index, run) {
  const all = new Array(BINS).fill(0);
  const ofDtype = new Map();
  for (const row of rowsOfFunction[index]) {
    if (!hasMargin(row, run)) continue;
    const dtype = strings[cases.dtype[row.case]];
    if (!ofDtype.has(dtype)) ofDtype.set(dtype, new Array(BINS).fill(0));
    const bin = binOf(marginOf(row, run));
    ++all[bin];
    ++ofDtype.get(dtype)[bin];
  }
  return {all, ofDtype};
}

function marginFigure(counts, title) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const caption = h('figcaption', {}, title, `${plural(total, 'answer')} compared`);
  if (!total) return h('figure', {}, caption);
  const parts =
      counts.map((count, bin) => (count ? `${binName(bin)}: ${count}` : '')).filter(Boolean);
  return h('figure', {}, caption, histogram(counts, `Margins. ${parts.join('; ')}`));
}

function marginSection(index) {
  const counts = runs.map((_, run) => marginCounts(index, run));
  const found = dtypes.filter((dtype) => counts.some(({ofDtype}) => ofDtype.has(dtype)));
  const label = (run) => (several ? `${run.label}: ` : null);
  const byDtype = found.length > 1 ?
      h('details', {class: 'by-dtype', open: found.includes(state.dtype)},
        h('summary', {}, `By dtype: ${found.join(', ')}`),
        found.map(
            (dtype) =>
                h('section', {}, h('h4', {}, dtype),
                  h('div', {class: 'figures small'},
                    runs.map(
                        (run, place) => marginFigure(
                            counts[place].ofDtype.get(dtype) ?? new Array(BINS).fill(0),
                            label(run))))))) :
      null;
  return h(
      'section', {class: 'margins'}, h('h3', {}, 'Margins'),
      h('p', {class: 'muted'}, 'The largest error of each answer, divided by its limit.'),
      h('div', {class: 'figures'},
        runs.map((run, place) => marginFigure(counts[place].all, label(run)))),
      byDtype);
}
