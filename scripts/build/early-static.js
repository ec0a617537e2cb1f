// A static build's public/early.js: runs before the first paint and before any other script has arrived.
// Without this, the page would stay empty if a script or one of its imports doesn't arrive.
addEventListener(
  'error',
  ({ target }) => target.type === 'module' && document.getElementById('unloaded')?.removeAttribute('hidden'),
  true,
)
try {
  const { pathname, search } = location
  const folder = new URL('.', document.currentScript.src).pathname
  const server = sessionStorage['seo-reports:server'] ?? localStorage['seo-reports:server']
  const name = `seo-reports:key:${server}`
  const key = sessionStorage[name] ?? localStorage[name]
  const path = pathname.slice(folder.length - 1) + search
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
  document.documentElement.dataset.scheme = JSON.parse(localStorage['seo-reports:preferences']).scheme
} catch {}
