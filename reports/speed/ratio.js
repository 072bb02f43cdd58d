// Ratios time(other) / time(first) on a logarithmic axis: above 1 the first is faster, and the bar
// points to the right. A mark and a word say the same as the side and the colour.

const AXIS_END = 4;  // powers of 2 from 1 to an end of an axis: what is beyond has an arrow

function axisOf(ratios) {
  const powers = ratios.filter((ratio) => ratio > 0).map(Math.log2);
  const low = Math.max(-AXIS_END, Math.floor(Math.min(-1, ...powers)));
  const high = Math.min(AXIS_END, Math.ceil(Math.max(1, ...powers)));
  const place = (ratio) => (Math.log2(ratio) - low) / (high - low);
  return {low, high, place};
}

const powerText = (power) => (power < 0 ? `1/${2 ** -power}` : String(2 ** power));

// The notches of an axis: each end, 1, and some between.
function axisHead(axis) {
  const powers = [];
  for (let power = axis.low; power <= axis.high; ++power)
    if (power % 2 === 0 || axis.high - axis.low <= 4) powers.push(power);
  return h(
      'span', {class: 'axis', 'aria-hidden': 'true'},
      powers.map((power) => h('span', {'--place': axis.place(2 ** power)}, powerText(power))));
}

function ratioBar(axis, ratio) {
  const one = axis.place(1);
  const line = {class: 'ratio', 'aria-hidden': 'true', '--one': one};
  if (!(ratio >= 0)) return h('span', line);
  const end = Math.min(1, Math.max(0, axis.place(ratio)));
  const beyond = axis.place(ratio) !== end ? ' beyond' : '';
  return h('span', line, h('span', {
             class: `${ratio < 1 ? 'slower' : 'faster'}${beyond}`,
             '--from': Math.min(one, end),
             '--to': Math.max(one, end)
           }));
}

const formatRatio = (ratio) =>
    (ratio >= 1e-3 && ratio < 999.5 ? ratio.toPrecision(3) : formatNumber(ratio));

function ratioText(ratio) {
  if (Number.isNaN(ratio)) return neverRun('no ratio');
  const [mark, word] = ratio < 1 ? ['▼', 'slower'] : ['▲', 'faster'];
  return h(
      'span', {class: `ratio-text ${word}`},
      h('span', {class: 'mark-of', 'aria-hidden': 'true'}, mark), formatRatio(ratio),
      h('span', {class: 'visually-hidden'}, ` ${word}`));
}
