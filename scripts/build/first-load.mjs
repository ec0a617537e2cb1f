import { gzipSync } from 'node:zlib'

export const budget = { bytes: 150_000, requests: 8 }

/** What the first load of a report may weigh beyond that of the list: scripts and styles. */
export const reportBudget = { bytes: 15_000 }

/** What the reading of answers may weigh on its own, its library included: it adds at most as much to the first load. */
export const readerBudget = { bytes: 6_000 }

/** @param {Uint8Array | string} bytes */
export const gzippedSize = (bytes) => gzipSync(bytes, { level: 9 }).length

/**
 * The library, or room of ours, that a module belongs to.
 * @param {string} id
 */
export function ownerOf(id) {
  const path = id.replaceAll('\\', '/')
  const library = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
  if (library) return library
  const room = /\/src\/((?:web\/(?:pages\/)?)?[^/.]+)\b/.exec(path)?.[1]
  return room ? `own: ${room}` : 'bundler'
}

/**
 * Shares a chunk's compressed bytes among those who are in it, by the length of their code.
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

const kB = (/** @type {number} */ count) => `${(count / 1000).toFixed(1)} kB`

/**
 * The sentence that says by how much a report is too heavy beyond the list; none when it fits.
 * @param {number} bytes
 */
export function excessOfReport(bytes) {
  if (bytes <= reportBudget.bytes) return []
  return [
    `A report's first load weighs ${kB(bytes)} beyond the list's, which is ${kB(bytes - reportBudget.bytes)} over its budget of ${kB(reportBudget.bytes)}.`,
  ]
}

/**
 * The sentence that says by how much the reading of answers is too heavy; none when it fits.
 * @param {number} bytes
 */
export function excessOfReader(bytes) {
  if (bytes <= readerBudget.bytes) return []
  return [
    `The reading of answers weighs ${kB(bytes)}, which is ${kB(bytes - readerBudget.bytes)} over its budget of ${kB(readerBudget.bytes)}.`,
  ]
}

/**
 * The sentences that say by how much a first load is too heavy; none when it fits.
 * @param {{ bytes: number, requests: number }} load
 */
export function excess({ bytes, requests }) {
  const sentences = []
  if (bytes > budget.bytes) {
    sentences.push(
      `The first load weighs ${kB(bytes)}, which is ${kB(bytes - budget.bytes)} over its budget of ${kB(budget.bytes)}.`,
    )
  }
  if (requests > budget.requests) {
    sentences.push(`The first load takes ${requests} requests; ${budget.requests} are allowed.`)
  }
  return sentences
}
