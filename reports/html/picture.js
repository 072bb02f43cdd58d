// A picture of the API: a tile for each function, by category, and a row of tiles for each backend.

const TILES = [
  ['right', 'right', 'all supported results passed'],
  ['part', 'right in part', 'all supported results passed, some are unsupported'],
  ['wrong', 'wrong', 'a result counts against the backend'],
  ['open', 'unspecified', 'right but for an accepted reading, or for what is waived or was not run'],
  ['unsupported', 'not supported', 'the backend lacks it'],
  ['none', 'never run', 'there is no result, or none of it was run'],
];
const TILE_WORDS = Object.fromEntries(TILES.map(([name, words]) => [name, words]));

// What a run shows of a function, as the name of a tile.
function tileOf(index, run) {
  const counts = tally(rowsOfFunction[index], run);
  const total = counts.reduce((sum, count) => sum + count, 0);
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

// The table below the picture has the same links: keys and screen readers go there.
const tileLink = (place, name) => linkTo(
    {...EMPTY, function: functions[place].name},
    {tabindex: '-1', title: `${functions[place].name}: ${TILE_WORDS[name]}`}, tileIcon(name));

function pictureRow(run, groups, tiles) {
  return h(
      'div', {class: 'picture-row'},
      several ? h('p', {class: 'picture-name'}, icon(TONE_ICONS[run.tone]), h('b', {}, run.label),
                  h('span', {class: 'muted'}, run.title)) :
                null,
      h('div', {class: 'picture-groups'},
        groups.map(
            ([name, places]) =>
                h('div', {class: 'picture-group'}, h('p', {class: 'muted'}, name),
                  h('div', {class: 'tiles'},
                    places.map((place) => tileLink(place, tiles.get(place))))))));
}

function pictureTable(groups, tiles) {
  return h(
      'details', {class: 'picture-table'}, h('summary', {}, 'The same as a table'),
      wide(
          'Functions and what was found of them',
          h('table', {},
            h('thead', {},
              h('tr', {}, h('th', {scope: 'col'}, 'Function'), h('th', {scope: 'col'}, 'Category'),
                runs.map((run) => h('th', {scope: 'col', class: 'run-name'}, run.label)))),
            h('tbody', {},
              groups.map(
                  ([category, places]) => places.map(
                      (place) =>
                          h('tr', {},
                            h('th', {scope: 'row'},
                              linkTo(
                                  {...EMPTY, function: functions[place].name}, {},
                                  functions[place].name)),
                            h('td', {class: 'muted'}, category), tiles.map((ofRun) => {
                              const name = ofRun.get(place);
                              return h('td', {}, tileIcon(name), ` ${TILE_WORDS[name]}`);
                            }))))))));
}

function drawPicture() {
  const groups = pictureGroups();
  if (!groups.length) return;
  const places = groups.flatMap(([, list]) => list);
  const tiles = runs.map((_, run) => new Map(places.map((place) => [place, tileOf(place, run)])));
  const found = (name) =>
      tiles.map((ofRun) => [...ofRun.values()].filter((tile) => tile === name).length);
  const shown = TILES.filter(([name]) => found(name).some(Boolean));
  const legend = shown.map(
      ([name, words, meaning]) =>
          h('li', {title: meaning}, tileIcon(name), ` ${words}`,
            several ? null : h('b', {}, ` ${formatCount(found(name)[0])}`)));
  document.getElementById('picture').append(
      h('h2', {class: 'visually-hidden'}, 'All functions at a glance'),
      h('ul', {class: 'picture-legend', 'aria-label': 'Legend'}, legend),
      h('div', {class: 'picture-rows', 'aria-hidden': 'true'},
        runs.map((run, place) => pictureRow(run, groups, tiles[place]))),
      pictureTable(groups, tiles));
}
