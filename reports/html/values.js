// Values as tables. A preview is [dtype, shape, texts]: the first elements in row-major order, or
// all if there are few. Anything but a tensor is a text.

const LINE = 8;  // elements per line of an array with one axis

const sizeOf = (shape) => shape.reduce((product, size) => product * size, 1);
const typeOf = ([dtype, shape]) => `${dtype} ${shape.length ? shape.join(' × ') : 'scalar'}`;

// The place of an index in row-major order, and the inverse.
const placeOf = (index, shape) => index.reduce((place, at, axis) => place * shape[axis] + at, 0);
function indexAt(place, shape) {
  const index = new Array(shape.length);
  for (let axis = shape.length - 1; axis >= 0; --axis) {
    index[axis] = place % shape[axis];
    place = Math.floor(place / shape[axis]);
  }
  return index;
}

// A mark is "wrong" for an element of an answer, "wanted" for one that was expected in its place.
const elementText = (text, mark) => (mark ? h('mark', {class: mark}, text) : text);

// One block: `texts` from place `first` on, in lines of `columns`. `rowName(line)` heads a line.
function blockTable(texts, first, columns, rowName, columnNames, markOf, label) {
  const lines = [];
  for (let line = 0; line * columns < texts.length; ++line) {
    const cells = texts.slice(line * columns, (line + 1) * columns);
    lines.push(h('tr', {}, h('th', {scope: 'row'}, rowName(line)), cells.map((text, column) => {
      return h('td', {}, elementText(text, markOf(first + line * columns + column)));
    })));
  }
  return h(
      'table', {class: 'array', 'aria-label': label},
      columnNames ? h('thead', {},
                      h('tr', {}, h('td', {}),
                        Array.from({length: columns}, (_, at) => h('th', {scope: 'col'}, at)))) :
                    null,
      h('tbody', {}, lines));
}

// The last two axes are lines and columns; those before them name the blocks.
function arrayBlocks(name, [, shape, texts], markOf) {
  if (shape.length === 1) {
    const columns = Math.min(LINE, texts.length);
    return [blockTable(texts, 0, columns, (line) => line * columns, false, markOf, name)];
  }
  const columns = shape[shape.length - 1];
  const block = columns * shape[shape.length - 2];
  const leading = shape.slice(0, -2);
  const blocks = [];
  for (let first = 0; first < texts.length; first += block) {
    const where = leading.length ? `[${indexAt(first / block, leading).join(', ')}, :, :]` : '';
    const table = blockTable(
        texts.slice(first, first + block), first, columns, (line) => line, true, markOf,
        `${name} ${where}`.trim());
    blocks.push(where ? h('figure', {}, h('figcaption', {}, where), table) : table);
  }
  return blocks;
}

// A value with its name: a scalar on a line, an array below a line that opens it.
function valueView(name, preview, isMarked = () => false, mark = 'wrong') {
  const markOf = (place) => (isMarked(place) ? mark : '');
  const heading = name ? [h('code', {class: 'value-name'}, name), ' '] : null;
  const scalar = (title, text) =>
      h('p', {class: 'scalar'}, title,
        h('code', {class: 'value'}, elementText(longText(text), markOf(0))));
  if (typeof preview === 'string') return scalar(heading, preview);
  const [, shape, texts] = preview;
  const size = sizeOf(shape);
  const title = [heading, h('span', {class: 'muted'}, typeOf(preview))];
  if (!shape.length) return scalar([title, ' '], texts[0] ?? '');
  if (!size) return h('p', {class: 'scalar'}, title, ', no elements');
  return h(
      'details', {class: 'array-value', open: size === texts.length}, h('summary', {}, title),
      h('div', {class: 'blocks', tabindex: '0', role: 'group', 'aria-label': name || 'Elements'},
        arrayBlocks(name || 'Elements', preview, markOf)),
      size > texts.length ?
          h('p', {class: 'muted'},
            `The first ${formatCount(texts.length)} of ${plural(size, 'element')}.`) :
          null);
}

function valueList(title, values, isMarked, mark) {
  if (!values.length) return null;
  return h(
      'section', {class: 'values'}, h('h4', {}, title),
      values.map(([name, preview], place) => valueView(name, preview, isMarked?.(place), mark)));
}
