import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../support/failure.mjs'
import { root } from '../support/root.mjs'

/** Where the built dashboard lies. */
export const webFolder = join(root, 'dist', 'web')

/** The page behind each route, as the shell knows the routes. */
export const pagesByRoute = {
  '/': 'src/web/pages/reports/reports-page.tsx',
  '/reports': 'src/web/pages/reports/reports-page.tsx',
  '/reports/:id': 'src/web/pages/reports/report-page.tsx',
  '/websites': 'src/web/pages/websites/websites-page.tsx',
  '/websites/:id': 'src/web/pages/websites/website-page.tsx',
  '/websites/:id/privacy': 'src/web/pages/websites/privacy-page.tsx',
  '/settings': 'src/web/pages/settings/settings-page.tsx',
  '/sign-in': 'src/web/pages/sign-in/sign-in-page.tsx',
}

/**
 * @typedef {{ file: string, css?: string[], imports?: string[], assets?: string[], isEntry?: boolean, isDynamicEntry?: boolean }} Chunk
 * @typedef {Record<string, Chunk>} Manifest
 */

/** @returns {Manifest} Vite's manifest: chunks by the module they start from */
export function readManifest() {
  const file = join(webFolder, '.vite', 'manifest.json')
  if (!existsSync(file)) throw new Failure('The dashboard is not built yet: run `npm run build` first.')
  return JSON.parse(readFileSync(file, 'utf8'))
}

/**
 * Every script and style sheet that the chunk needs before it can run.
 * @param {Manifest} manifest
 * @param {string} key
 * @param {Set<string>} [files]
 * @returns {Set<string>}
 */
export function filesOfChunk(manifest, key, files = new Set()) {
  const chunk = manifest[key]
  if (!chunk) throw new Failure(`The build has no chunk for ${key}: the table of pages in scripts/build/chunks.mjs is wrong.`)
  if (files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const sheet of chunk.css ?? []) files.add(sheet)
  for (const imported of chunk.imports ?? []) filesOfChunk(manifest, imported, files)
  return files
}

/** @param {Manifest} manifest */
export function entryKey(manifest) {
  const key = Object.keys(manifest).find((name) => manifest[name]?.isEntry)
  if (!key) throw new Failure('The build has no entry chunk.')
  return key
}

/**
 * What a first visit of each route needs beyond what index.html already names, so that the shell can ask for it at once
 * instead of after the entry chunk has run.
 * @param {Manifest} manifest
 * @returns {Record<string, string[]>}
 */
export function preloads(manifest) {
  const known = new Set(Object.values(pagesByRoute))
  const lost = Object.keys(manifest).filter((key) => key.endsWith('-page.tsx') && !known.has(key) && !key.includes('/not-found/'))
  if (lost.length > 0) throw new Failure(`The table of pages in scripts/build/chunks.mjs lacks ${lost.join(', ')}.`)
  const atOnce = filesOfChunk(manifest, entryKey(manifest))
  const needed = Object.entries(pagesByRoute).map(([route, page]) => {
    const files = [...filesOfChunk(manifest, page)].filter((file) => !atOnce.has(file))
    return [route, files.map((file) => `/${file}`)]
  })
  return Object.fromEntries(needed)
}
