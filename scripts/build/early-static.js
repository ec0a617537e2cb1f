// A static build's public/early.js: runs before the first paint and before any other script has arrived.
// Without this, the page would stay empty if a script or one of its imports doesn't arrive.
addEventListener(
  'error',
  ({ target }) => target.type === 'module' && document.getElementById('unloaded')?.removeAttribute('hidden'),
  true,
)
try {
  const { dataset } = document.documentElement
  const { scheme, rows } = JSON.parse(localStorage['seo-reports:preferences'] ?? '{}')
  if (scheme) dataset.scheme = scheme
  // As many rows as fill the screen, below 252 px of other things, until a number is chosen.
  dataset.rows = rows ?? [10, 25].find((size) => 252 + size * (innerWidth > 900 ? 48 : 88) >= innerHeight) ?? 50
  const { pathname, search } = location
  const folder = new URL('.', document.currentScript.src).pathname
  const server = sessionStorage['seo-reports:server'] ?? localStorage['seo-reports:server']
  const name = `seo-reports:key:${server}`
  const key = sessionStorage[name] ?? localStorage[name]
  const isSized = Number(dataset.rows) === 10 || /[?&](per_)?page=/.test(search)
  const path =
    pathname.slice(folder.length - 1) + (isSized ? search : `${search ? `${search}&` : '?'}per_page=${dataset.rows}`)
  // A link that names a server is read first, before any request.
  if (key && /^\/(report|website)s(\?|$)/.test(path) && !new URLSearchParams(search).has('server')) {
    const control = new AbortController()
    const response = fetch(`${server}/api/v1${path}`, {
      signal: control.signal,
      headers: { Accept: 'application/json', Authorization: `Bearer ${key}` },
      credentials: 'omit',
    })
    response.catch(() => {})
    globalThis.earlyResponse = { path, key, response, control }
  }
} catch {}
