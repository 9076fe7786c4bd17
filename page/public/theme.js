// Before anything is drawn, so that a dark page does not flash white.
(() => {
  const chosen = localStorage.getItem('toolgate.theme');
  const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.classList.toggle('dark', isDark);
})();
