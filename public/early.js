// Runs before the first paint and before any other script has arrived.
// Without this, the page would stay empty if a script or one of its imports doesn't arrive.
addEventListener('error', ({ target }) => target.type === 'module' && document.getElementById('unloaded')?.removeAttribute('hidden'), true)
try {
  const { dataset } = document.documentElement
  const { scheme, rows } = JSON.parse(localStorage['seo-reports:preferences'] ?? '{}')
  // The other colour scheme must not flash.
  if (scheme) dataset.scheme = scheme
  // As many rows as fill the screen, below 252 px of other things, until a number is chosen.
  dataset.rows = rows ?? [10, 25].find((size) => 252 + size * (innerWidth > 900 ? 48 : 88) >= innerHeight) ?? 50
  const { origin, pathname, search } = location
  const name = `seo-reports:key:${origin}`
  const key = sessionStorage[name] ?? localStorage[name]
  if (key && /^\/(report|website)s$/.test(pathname)) {
    // Requests the page's first list meanwhile; `src/web/data/client.ts` takes the response.
    const isSized = Number(dataset.rows) === 10 || /[?&](per_)?page=/.test(search)
    const path = pathname + (isSized ? search : `${search ? `${search}&` : '?'}per_page=${dataset.rows}`)
    const control = new AbortController()
    const response = fetch(`/api/v1${path}`, { signal: control.signal, headers: { Accept: 'application/json', Authorization: `Bearer ${key}` } })
    response.catch(() => {})
    globalThis.earlyResponse = { path, key, response, control }
  }
} catch {}
