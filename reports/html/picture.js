// A picture of the API: every function by category, with its name and a tile for each backend.

const TILES = [
  ['right', 'right', 'every result passed'],
  ['part', 'partial', 'every supported result passed, others are unsupported'],
  ['wrong', 'wrong', 'a result counts against the backend'],
  [
    'open', 'not settled',
    'no failure, but results are waived, were not run, or match an accepted reading'
  ],
  ['unsupported', 'not supported', 'every result is unsupported'],
  ['none', 'never run', 'no result'],
];
const TILE_WORDS = Object.fromEntries(TILES.map(([name, words]) => [name, words]));

// The name of the tile for counts of results by outcome.
function tileOf(counts) {
  const total = sumOf(counts);
  const lacking = counts[OUTCOME.unsupported];
  if (!total) return 'none';
  if (sumAgainst(counts)) return 'wrong';
  if (lacking === total) return 'unsupported';
  if (counts[OUTCOME['not-run']] === total) return 'none';
  const open = ['pass-accepted', 'waived', 'not-run'];
  if (open.some((name) => counts[OUTCOME[name]])) return 'open';
  return lacking ? 'part' : 'right';
}

const tileIcon = (name) =>
    svg('svg', {class: `tile tile-${name}`, 'aria-hidden': 'true'},
        svg('use', {href: `#tile-${name}`}));

// The categories with the places of their functions that are in the edition of some run.
function pictureGroups() {
  const groups = new Map();
  functions.forEach((entry, place) => {
    if (!runs.some((run) => inEdition(entry, run))) return;
    if (!groups.has(entry.category)) groups.set(entry.category, []);
    groups.get(entry.category).push(place);
  });
  const names = (a, b) => (functions[a].name < functions[b].name ? -1 : 1);
  return [...groups]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, places]) => [name.replaceAll('_', ' '), places.sort(names)]);
}

// The table of functions has the same links, so the Tab key skips these.
function pictureFunction(place, tiles) {
  const {name} = functions[place];
  const words = tiles.map((tile, run) => (several ? `${runs[run].label}: ` : '') + TILE_WORDS[tile]);
  return h(
      'li', {},
      linkTo(
          {...EMPTY, function: name}, {tabindex: '-1', title: `${name}: ${words.join(', ')}`},
          tiles.map(tileIcon), h('span', {class: 'tile-name'}, name),
          h('span', {class: 'visually-hidden'}, `: ${words.join(', ')}`)));
}

// The meaning of each tile, and its number of functions for each backend.
function pictureLegend(tiles) {
  const found = (run, name) => tiles[run].filter((tile) => tile === name).length;
  const shown = TILES.filter(([name]) => runs.some((_, run) => found(run, name)));
  return wide(
      'Legend',
      h('table', {class: 'picture-legend'},
        h('thead', {},
          h('tr', {}, several ? h('th', {scope: 'col'}, 'Tiles, in this order') : null,
            shown.map(
                ([name, words, meaning]) =>
                    h('th', {scope: 'col', title: meaning}, tileIcon(name), ` ${words}`)))),
        h('tbody', {},
          runs.map((run, place) => h(
                       'tr', {}, several ? h('th', {scope: 'row'}, `${place + 1} ${run.label}`) : null,
                       shown.map(([name]) => h('td', {}, formatCount(found(place, name)))))))));
}

// The specification has functions that the edition of the runs lacks.
function editionNote() {
  const editions = new Set(runs.map((run) => run.edition).filter(Boolean));
  const specified = functions.filter((entry) => entry.specified);
  if (editions.size !== 1 || !specified.length) return null;
  const [edition] = editions;
  const there = specified.filter((entry) => Object.hasOwn(entry.signatures, edition)).length;
  if (there === specified.length) return null;
  return h(
      'p', {class: 'muted edition-note'},
      `${there} of the ${specified.length} functions are in edition ${edition}.`);
}

function drawPicture() {
  const groups = pictureGroups();
  if (!groups.length) return;
  const tilesOf = new Map(groups.flatMap(([, places]) => places)
                              .map((place) => [place, runs.map((_, run) => tileOf(tally(
                                                                  rowsOfFunction[place], run)))]));
  const ofRun = runs.map((_, run) => [...tilesOf.values()].map((tiles) => tiles[run]));
  document.getElementById('picture').append(
      h('h2', {}, 'All functions'), editionNote() ?? '', pictureLegend(ofRun),
      h('div', {class: 'picture-groups'},
        groups.map(
            ([name, places]) => h(
                'section', {class: 'picture-group'}, h('h3', {}, name),
                h('ul', {class: 'tiles'},
                  places.map((place) => pictureFunction(place, tilesOf.get(place))))))));
}
