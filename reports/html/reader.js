// What a reader can do on any page: choose its colours, use keys, print it.

function storedTheme() {
  try {
    return localStorage.getItem('kassay-theme');
  } catch {
    return null;  // storage may be denied
  }
}

function setUpTheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const button = document.getElementById('theme');
  let chosen = storedTheme();
  const apply = () => {
    const theme = chosen === 'light' || chosen === 'dark' ? chosen :
        dark.matches                                      ? 'dark' :
                                                            'light';
    document.documentElement.dataset.theme = theme;
    button.textContent = theme === 'dark' ? 'Light' : 'Dark';
    button.setAttribute('aria-label', `Switch to ${theme === 'dark' ? 'light' : 'dark'} colours`);
  };
  button.addEventListener('click', () => {
    chosen = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem('kassay-theme', chosen);
    } catch { /* it holds for this visit */
    }
    apply();
  });
  dark.addEventListener('change', apply);
  addEventListener('beforeprint', () => {
    document.documentElement.dataset.theme = 'light';
  });
  addEventListener('afterprint', apply);
  button.hidden = false;
  apply();
}

// A field whose text goes to `changed` once the reader rests.
function searchField(placeholder, label, changed) {
  const field = h('input', {
    type: 'search',
    placeholder,
    'aria-label': label,
    spellcheck: 'false',
    autocomplete: 'off'
  });
  field.addEventListener('input', debounced(() => changed(field.value), 150));
  return field;
}

// Only the visible rows exist: printing shows the first of a long list, and says so.
function setUpPrinting(view, noun) {
  addEventListener('beforeprint', () => {
    const note = view.querySelector('.print-note');
    if (!note) return;
    const {printed, all} = printedList();
    note.textContent = printed < all ? `The first ${formatCount(printed)} of ${
                                           plural(all, noun)}. Use the filters to see others.` :
                                       '';
  });
}

// It is shown once the script runs, and hides neither a scroll target nor a focused element.
function setUpToolbar(toolbar) {
  toolbar.addEventListener('submit', (event) => event.preventDefault());
  toolbar.hidden = false;
  new ResizeObserver(() => {
    document.documentElement.style.setProperty('--toolbar', `${toolbar.offsetHeight}px`);
  }).observe(toolbar);
}

function setUpKeys(search, view) {
  addEventListener('keydown', (event) => {
    const typing = event.target.closest?.('input, select, textarea');
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      search.focus();
    } else if (event.key === 'Escape' && event.target === search) {
      search.blur();
    }
  });
  // The address holds the view, so this jump must not change it.
  document.getElementById('skip').addEventListener('click', (event) => {
    event.preventDefault();
    view.focus();
    view.scrollIntoView();
  });
}
