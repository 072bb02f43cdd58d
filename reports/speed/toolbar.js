// The tool bar: which file, which workloads, in which order.

const controls = {};

function choice(name, label, options, all) {
  const select =
      h('select', {'aria-label': label, onchange: () => refine({[name]: select.value})},
        all ? h('option', {value: ''}, all) : null, options);
  return (controls[name] = select);
}

function runChoice() {
  if (!severalRuns) return null;
  const select = choice(
      'run', 'File',
      runs.map(
          (run, place) =>
              h('option', {value: place}, `${dateOf(run)} · ${clipped(run.file, 40)}`)));
  return fill(select, {onchange: () => refine({run: Number(select.value)})}, []);
}

const chip = (key, label, title, press) =>
    h('button', {type: 'button', class: 'chip', 'data-key': `chip-${key}`, title, onclick: press},
      label);

function drawToolbar() {
  const toolbar = document.getElementById('toolbar');
  toolbar.setAttribute('aria-label', 'Filter the workloads');
  controls.query = searchField(
      'Search workloads and messages', 'Search workloads and messages',
      (query) => refine({query}));
  controls.only = Object.entries(ONLY).map(
      ([name, {label, title}]) =>
          [name, chip(name, label, title, () => refine({only: state.only === name ? '' : name}))]);
  controls.flat = chip(
      'flat', 'all categories together', 'One list of all, and not one for each category',
      () => refine({flat: !state.flat}));
  controls.clear =
      h('button', {
        type: 'button',
        class: 'clear',
        onclick: () => {
          controls.query.value = '';
          refine({query: '', category: '', only: ''});
        }
      },
        'Clear filters');
  controls.status = h('span', {class: 'status muted'});
  toolbar.append(h(
      'div', {class: 'filters'}, controls.query, runChoice(),
      choice(
          'category', 'Category',
          categories.map((name) => h('option', {value: name}, clipped(name, 60))), 'Any category'),
      h('div', {class: 'chips', role: 'group', 'aria-label': 'Which workloads'},
        controls.only.map(([, node]) => node), controls.flat),
      controls.clear, controls.status));
  setUpToolbar(toolbar);
}

function updateToolbar(run, matching) {
  if (document.activeElement !== controls.query) controls.query.value = state.query;
  if (controls.run) controls.run.value = String(state.run);
  controls.category.value = state.category;
  for (const [name, node] of controls.only)
    node.setAttribute('aria-pressed', String(state.only === name));
  controls.flat.setAttribute('aria-pressed', String(state.flat));
  controls.clear.hidden = !isFiltered();
  const all = run.rows.length;
  controls.status.textContent = matching.length === all ?
      plural(all, 'workload') :
      `${formatCount(matching.length)} of ${plural(all, 'workload')}`;
}
