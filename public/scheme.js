// Runs before the first paint, so that a chosen colour scheme never flashes the other one.
try {
  document.documentElement.dataset.scheme = JSON.parse(localStorage.getItem('seo-reports:preferences')).scheme
} catch {}
