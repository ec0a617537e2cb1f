import { gzipSync } from 'node:zlib'

/**
 * Maximum gzipped sizes of the dashboard's scripts and styles: the first load of the report list, the addition by each
 * further route, and any single chunk that is loaded later.
 */
export const budget = { firstLoad: 260_000, requests: 8, route: 60_000, chunk: 60_000 }

/** @param {Uint8Array | string} bytes */
export const gzippedSize = (bytes) => gzipSync(bytes, { level: 9 }).length

export const kB = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`

/**
 * One sentence for each budget that is exceeded; none when all is well.
 * @param {object} measured
 * @param {number} measured.firstLoad bytes
 * @param {number} measured.requests of the first load
 * @param {Record<string, number>} measured.routes bytes by route beyond the first load
 * @param {Record<string, number>} measured.chunks bytes by later chunk
 */
export function excess({ firstLoad, requests, routes, chunks }) {
  const over = (/** @type {string} */ what, /** @type {number} */ bytes, /** @type {number} */ allowed) =>
    bytes > allowed ? [`${what} weighs ${kB(bytes)}, ${bytes - allowed} bytes over its budget of ${kB(allowed)}.`] : []
  return [
    ...over('The first load of /reports', firstLoad, budget.firstLoad),
    ...(requests > budget.requests
      ? [`The first load of /reports takes ${requests} requests; ${budget.requests} are allowed.`]
      : []),
    ...Object.entries(routes).flatMap(([route, bytes]) => over(`The route ${route}`, bytes, budget.route)),
    ...Object.entries(chunks).flatMap(([name, bytes]) => over(`The chunk ${name}`, bytes, budget.chunk)),
  ]
}

/**
 * The library, or module of ours, that a file belongs to.
 * @param {string} id
 */
export function ownerOf(id) {
  const path = id.replaceAll('\\', '/')
  const library = /^\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path.slice(path.lastIndexOf('/node_modules/')))?.[1]
  if (library) return library
  const own = /\/src\/((?:web\/)?[^/.]+)\b/.exec(path)?.[1]
  return own ? `own: ${own}` : 'bundler'
}

/**
 * Shares a chunk's compressed bytes among the owners of its code, by the length of their code.
 * @param {number} compressed
 * @param {Record<string, number>} modules length by module
 * @returns {Map<string, number>}
 */
export function shares(compressed, modules) {
  const lengths = new Map()
  let all = 0
  for (const [id, length] of Object.entries(modules)) {
    lengths.set(ownerOf(id), (lengths.get(ownerOf(id)) ?? 0) + length)
    all += length
  }
  return new Map([...lengths].map(([owner, length]) => [owner, all === 0 ? 0 : (compressed * length) / all]))
}
