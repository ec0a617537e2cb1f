import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entryKey, filesOfChunk, pagesByRoute, readManifest, webFolder } from './build/chunks.mjs'
import { budget, excess, filesOfHtml, gzippedSize, shares } from './build/first-load.mjs'
import { Failure, orSayWhy } from './support/failure.mjs'

// The first load of the report list: what index.html names, the entry chunk, the page's chunk, and all they import.

const kB = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9)

await orSayWhy(async () => {
  const manifest = readManifest()
  const html = readFileSync(join(webFolder, 'index.html'))
  const files = new Set([
    ...filesOfHtml(html.toString()),
    ...filesOfChunk(manifest, entryKey(manifest)),
    ...filesOfChunk(manifest, pagesByRoute['/reports']),
  ])
  const modules = JSON.parse(readFileSync(join(webFolder, '.vite', 'modules.json'), 'utf8'))

  const rows = [{ name: 'index.html', bytes: gzippedSize(html) }]
  const owners = new Map()
  for (const file of files) {
    const bytes = gzippedSize(readFileSync(join(webFolder, file)))
    rows.push({ name: file, bytes })
    const parts = modules[file] ? shares(bytes, modules[file]) : new Map([[file.endsWith('.css') ? 'own: styles' : 'own: other files', bytes]])
    for (const [owner, part] of parts) owners.set(owner, (owners.get(owner) ?? 0) + part)
  }
  owners.set('index.html', rows[0]?.bytes ?? 0)
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)

  console.log('First load of /reports, gzip -9')
  for (const row of rows) console.log(`${kB(row.bytes)}  ${row.name}`)
  console.log('Shares (a chunk divided by the length of its code)')
  for (const [owner, part] of [...owners].sort((a, b) => b[1] - a[1])) console.log(`${kB(part)}  ${owner}`)
  console.log(`${kB(bytes)}  in ${rows.length} requests; allowed are ${kB(budget.bytes).trim()} in ${budget.requests}`)

  const sentences = excess({ bytes, requests: rows.length })
  if (sentences.length > 0) throw new Failure(sentences.join('\n'))
})
