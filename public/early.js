// Runs before the first paint and before any other script has come.
// A script that does not come, its own imports included, would leave the page empty.
addEventListener('error', ({ target }) => target.type === 'module' && document.getElementById('unloaded')?.removeAttribute('hidden'), true)
try {
  const { origin, pathname, search } = location
  const name = `seo-reports:key:${origin}`
  const key = sessionStorage[name] ?? localStorage[name]
  if (key && /^\/(report|website)s$/.test(pathname)) {
    // The page's first list is on its way meanwhile; `src/web/api/ahead.ts` takes it over.
    const path = pathname + search
    const stop = new AbortController()
    const answer = fetch(`/api/v1${path}`, { signal: stop.signal, headers: { Accept: 'application/json', Authorization: `Bearer ${key}` } })
    answer.catch(() => {})
    ahead = { path, key, answer, stop }
  }
  // A chosen colour scheme never flashes the other one.
  document.documentElement.dataset.scheme = JSON.parse(localStorage['seo-reports:preferences']).scheme
} catch {}
