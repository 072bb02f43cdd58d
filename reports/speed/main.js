// The first drawing, and what follows the address.

let drawnRun = -1;

function render() {
  const run = shownRun();
  const key = document.activeElement?.dataset?.key;
  const matching = matchingRows(run);
  if (drawnRun !== state.run) drawSummary();
  drawnRun = state.run;
  updateToolbar(run, matching);
  if (matching.length)
    drawTable(run, matching);
  else
    view.replaceChildren(
        h('p', {class: 'nothing'},
          run.rows.length ? 'No workload matches.' : 'Nothing was measured.'));
  if (key) document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  if (isFiltered()) announce(controls.status.textContent);
}

function drawLegend() {
  document.getElementById('legend').append(h(
      'details', {}, h('summary', {}, 'How to read this page'),
      h('p', {},
        'A workload is a program with inputs of a given size; its last call is repeated and timed. Backends take turns in rounds, so that all meet the same machine. A ratio is the median time of another backend divided by that of the first: ▲ above 1 the first is faster, ▼ below 1 it is slower. Bars of ratios stand on a logarithmic axis around 1.'),
      h('p', {},
        `A bar of a time is the median of all calls; the line at its end spans the quartiles, the notch is the minimum. The bars of a row share a scale that ends at ${
            MOST_TIMES} times the fastest: a longer one ends in an arrow.`),
      h('p', {},
        'The answers are compared before they are timed: “differs” is another computation, and has no time. Multiply-adds are counted where they are what takes the time; bytes are those of inputs and outputs.')));
}

function followAddress() {
  state = readState();
  render();
}

setUpTheme();
drawToolbar();
drawLegend();
setUpKeys(controls.query, view);
addEventListener('hashchange', followAddress);
followAddress();
