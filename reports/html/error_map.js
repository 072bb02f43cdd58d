// A map of the errors of an answer, a square for each element. Two axes make an image; each index of
// the other axes has its own image.

const LEVELS = [
  'no error', 'up to a tenth of the limit', 'up to the limit', 'up to 10 times the limit',
  'up to 1,000 times the limit', 'beyond that', 'no finite error'
];
const FIRST_WRONG = 3;
const NOT_FINITE = 6;
// A larger error is a larger square, so that no colour is needed to see it.
const SQUARE_SHARES = [0.16, 0.3, 0.45, 0.7, 0.84, 1, 1];
const WIDEST = 420;  // pixels of an image, about
const LARGEST_SQUARE = 18;
const SMALLEST_SQUARE = 3;
const STRIP = 64;  // squares in a line of a map of one axis
const IMAGES = 24;

const levelAt = (map, place) => Number(map[place]);
const isWrongLevel = (level) => level >= FIRST_WRONG;

// "0–2, 5": indices in ascending order.
function ranges(indices) {
  const parts = [];
  for (let at = 0; at < indices.length; ++at) {
    const from = indices[at];
    while (at + 1 < indices.length && indices[at + 1] === indices[at] + 1) ++at;
    parts.push(indices[at] > from ? `${from}–${indices[at]}` : `${from}`);
  }
  return parts.join(', ');
}

// The indices of each axis that have a wrong element: often enough to see the mistake.
function wrongAxes(map, shape) {
  const found = shape.map(() => new Set());
  for (let place = 0; place < map.length; ++place) {
    if (isWrongLevel(levelAt(map, place)))
      indexAt(place, shape).forEach((at, axis) => found[axis].add(at));
  }
  const parts = [];
  found.forEach((indices, axis) => {
    if (shape[axis] === 1) return;
    const some = ranges([...indices].sort((a, b) => a - b));
    parts.push(
        indices.size === shape[axis] ?
            `at every index of axis ${axis}` :
            `at ${indices.size > 1 ? 'indices' : 'index'} ${clipped(some, 60)} of axis ${axis}`);
  });
  return parts;
}

// Images of a batch with channels: rows and columns are before the channels, unless those come first.
function imageAxes(shape, row) {
  const rank = shape.length;
  const {category, name} = functions[functionOf(row)];
  const pictures = category === 'convolution' || /pool|resize|image/.test(name);
  const first = programOf(row).includes('channels_first');
  return rank >= 4 && pictures && !first ? [rank - 3, rank - 2] : [rank - 2, rank - 1];
}

// The elements at each row and column of the image at `fixed`, an index whose image axes are 0.
function imagePlaces(shape, axes, fixed) {
  const strides = shape.map((_, axis) => sizeOf(shape.slice(axis + 1)));
  const base = placeOf(fixed, shape);
  return {
    rows: shape[axes[0]],
    columns: shape[axes[1]],
    at: (row, column) => base + row * strides[axes[0]] + column * strides[axes[1]]
  };
}

// One axis: a strip in lines.
function stripPlaces(size) {
  const columns = Math.min(size, STRIP);
  return {rows: Math.ceil(size / columns), columns, at: (row, column) => row * columns + column};
}

function squarePath(level, x, y, size) {
  const side = size * SQUARE_SHARES[level] * 0.9;
  const left = x + (size - side) / 2;
  const top = y + (size - side) / 2;
  const number = (value) => Number(value.toFixed(2));
  if (level === NOT_FINITE)
    return `M${number(left)} ${number(top)}l${number(side)} ${number(side)}m0 ${number(-side)}l${
        number(-side)} ${number(side)}`;
  return `M${number(left)} ${number(top)}h${number(side)}v${number(side)}h${number(-side)}z`;
}

function mapImage({rows, columns, at}, map, size, label, tellOf) {
  const paths = LEVELS.map(() => '');
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      const place = at(row, column);
      if (place >= map.length) continue;
      const level = levelAt(map, place);
      paths[level] += squarePath(level, column * size, row * size, size);
    }
  }
  const [width, height] = [columns * size, rows * size];
  const image =
      svg('svg', {
        class: 'error-map',
        viewBox: `-0.5 -0.5 ${width + 1} ${height + 1}`,
        width: width + 1,
        height: height + 1,
        role: 'img',
        'aria-label': label
      },
          svg('rect', {class: 'frame', x: 0, y: 0, width, height}),
          paths.map((d, level) => (d ? svg('path', {class: `level-${level}`, d}) : null)));
  image.addEventListener('pointermove', ({clientX, clientY}) => {
    const box = image.getBoundingClientRect();
    const column = Math.floor(((clientX - box.left) / box.width) * columns);
    const row = Math.floor(((clientY - box.top) / box.height) * rows);
    if (row < 0 || row >= rows || column < 0 || column >= columns) return;
    if (at(row, column) < map.length) tellOf(at(row, column));
  });
  return image;
}

function mapLegend(map) {
  const present = new Set(map);
  return h(
      'ul', {class: 'map-legend', 'aria-label': 'What the squares mean'},
      LEVELS.map((text, level) => {
        if (!present.has(String(level))) return null;
        return h(
            'li', {},
            svg('svg', {
              class: 'error-map',
              viewBox: '-0.5 -0.5 15 15',
              width: 15,
              height: 15,
              'aria-hidden': 'true'
            },
                svg('path', {class: `level-${level}`, d: squarePath(level, 0, 0, 14)})),
            text);
      }));
}

// The images that `axes` make of the map. If there are many, only those with wrong elements.
function mapImages(map, shape, axes, tellOf, all) {
  const others = shape.map((size, axis) => (axes.includes(axis) ? 1 : size));
  const images = Array.from({length: sizeOf(others)}, (_, place) => {
    const fixed = indexAt(place, others);
    const places = imagePlaces(shape, axes, fixed);
    let wrong = 0;
    for (let row = 0; row < places.rows; ++row)
      for (let column = 0; column < places.columns; ++column)
        wrong += isWrongLevel(levelAt(map, places.at(row, column))) ? 1 : 0;
    return {fixed, places, wrong};
  });
  const many = !all && images.length > IMAGES;
  const shown = many ? images.filter(({wrong}) => wrong).slice(0, IMAGES) : images;
  const [down, across] = axes.map((axis) => shape[axis]);
  const size = Math.max(SMALLEST_SQUARE, Math.min(LARGEST_SQUARE, WIDEST / Math.max(across, down)));
  const nodes = shown.map(({fixed, places, wrong}) => {
    const where = fixed.map((at, axis) => (axes.includes(axis) ? ':' : at)).join(', ');
    const label = `Errors at [${where}]: ${formatCount(wrong)} of ${
        plural(places.rows * places.columns, 'element')} wrong`;
    const image = mapImage(places, map, size, label, tellOf);
    return images.length > 1 ? h('figure', {}, h('figcaption', {}, `[${where}]`), image) : image;
  });
  return {nodes, hidden: images.length - shown.length};
}

function axisChoice(shape, chosen, draw) {
  const pairs = [];
  for (let down = 0; down < shape.length; ++down)
    for (let across = down + 1; across < shape.length; ++across) pairs.push([down, across]);
  const select =
      h('select', {class: 'axes', onchange: () => draw(select.value.split(' ').map(Number))},
        pairs.map(
            (pair) =>
                h('option', {value: pair.join(' '), selected: pair.join() === chosen.join()},
                  `axis ${pair[0]} down, axis ${pair[1]} across`)));
  return h('label', {class: 'muted'}, 'Each image: ', select);
}

// Null if there is no map: the output is large, or its shape was wrong.
function errorMap({map, shape, mismatched}, row) {
  if (!map || !shape.length || map.length !== sizeOf(shape)) return null;
  const readout = h('p', {class: 'readout muted'}, 'Point at a square to see its index.');
  const tellOf = (place) => {
    readout.textContent = `[${indexAt(place, shape).join(', ')}]: ${LEVELS[levelAt(map, place)]}`;
  };
  const images =
      h('div', {class: 'blocks', tabindex: '0', role: 'group', 'aria-label': 'Error map'});
  const draw = (axes, all = false) => {
    if (shape.length === 1) {
      const size = Math.max(8, Math.min(LARGEST_SQUARE, WIDEST / shape[0]));
      const label = `Errors: ${formatCount(mismatched)} of ${plural(map.length, 'element')} wrong`;
      return void images.replaceChildren(mapImage(stripPlaces(shape[0]), map, size, label, tellOf));
    }
    const {nodes, hidden} = mapImages(map, shape, axes, tellOf, all);
    images.replaceChildren(...nodes);
    if (!hidden) return;
    images.append(
        h('p', {}, `Only images with wrong elements are shown, at most ${IMAGES}. `,
          h('button', {type: 'button', class: 'quiet', onclick: () => draw(axes, true)},
            `Show all ${formatCount(nodes.length + hidden)}`)));
  };
  const axes = shape.length === 1 ? [0] : imageAxes(shape, row);
  draw(axes);
  const where = wrongAxes(map, shape);
  return h(
      'section', {class: 'map'}, h('h5', {}, 'Error map'),
      where.length && mismatched ? h('p', {}, `Wrong elements occur ${where.join('; ')}.`) : null,
      shape.length > 2 ? axisChoice(shape, axes, draw) : null, images, mapLegend(map), readout);
}
