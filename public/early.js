// Runs before the first paint and before any other script has arrived.
// Without this, the page would stay empty if a script or one of its imports doesn't arrive.
addEventListener('error', ({ target }) => target.type === 'module' && document.getElementById('unloaded')?.removeAttribute('hidden'), true)
try {
  const { origin, pathname, search } = location
  const name = `seo-reports:key:${origin}`
  const key = sessionStorage[name] ?? localStorage[name]
  if (key && /^\/(report|website)s$/.test(pathname)) {
    // Requests the page's first list meanwhile; `src/web/data/early-response.ts` takes the response.
    const path = pathname + search
    const control = new AbortController()
    const response = fetch(`/api/v1${path}`, { signal: control.signal, headers: { Accept: 'application/json', Authorization: `Bearer ${key}` } })
    response.catch(() => {})
    globalThis.earlyResponse = { path, key, response, control }
  }
  // The other colour scheme must not flash.
  document.documentElement.dataset.scheme = JSON.parse(localStorage['seo-reports:preferences']).scheme
} catch {}
