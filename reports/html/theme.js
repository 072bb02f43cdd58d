// Light or dark: as the system has it, until the reader chooses.

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
