// What every page offers: colours, keys, print.

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

// A field that gives its text to `changed` when the typing pauses.
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

// Only rows near the visible ones exist. Paper gets the first rows of a long list and a note.
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

// Shows the tool bar, and keeps its height, so that it hides neither a scroll target nor a focused element.
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
      search.closest('details')?.setAttribute('open', '');
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
