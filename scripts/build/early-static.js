// Stands for public/early.js in a build whose server is chosen: runs before the first paint and before any other script has come.
// A script that does not come, its own imports included, would leave the page empty.
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
  // A link that names a server is understood before anything is asked of any.
  if (key && /^\/(report|website)s(\?|$)/.test(path) && !new URLSearchParams(search).has('server')) {
    const stop = new AbortController()
    const answer = fetch(`${server}/api/v1${path}`, {
      signal: stop.signal,
      headers: { Accept: 'application/json', Authorization: `Bearer ${key}` },
      credentials: 'omit',
    })
    answer.catch(() => {})
    globalThis.ahead = { path, key, answer, stop }
  }
  document.documentElement.dataset.scheme = JSON.parse(localStorage['seo-reports:preferences']).scheme
} catch {}
