import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOfPage, filesOfShell, pagesByRoute, readBuild, webFolder, withImports } from './build/chunks.mjs'
import {
  budget,
  excess,
  excessOfReader,
  excessOfReport,
  gzippedSize,
  readerBudget,
  reportBudget,
  shares,
} from './build/first-load.mjs'
import { buildReader } from './build/reader.ts'
import { Failure, orSayWhy } from './support/failure.mjs'

// The first load of the report list: index.html, what it names, the page's chunk, and all that these import. And what a report's adds to it.
// And of the first load what reads the answers.

const kB = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9)
/**
 * Our own modules, the heaviest first: where to look when the budget is tight.
 * @param {{ name: string, bytes: number }[]} rows
 * @param {import('./build/chunks.mjs').Build} build
 */
function printModules(rows, build) {
  const modules = rows.flatMap(({ name, bytes }) => {
    const lengths = Object.entries(build.modules[name] ?? {})
    const all = lengths.reduce((sum, [, length]) => sum + length, 0)
    return lengths.map(([id, length]) => ({ id, share: (bytes * length) / all }))
  })
  console.log('Our own modules')
  for (const { id, share } of modules.sort((a, b) => b.share - a.share)) {
    const path = /\/(src\/.*)$/.exec(id)?.[1]
    if (path && !id.includes('/node_modules/')) console.log(`${kB(share)}  ${path}`)
  }
}

const isIcon = (/** @type {string} */ name) => /\.(svg|png|ico)$/.test(name)

await orSayWhy(async () => {
  const build = readBuild()
  const files = new Set([
    'index.html',
    ...withImports(build, filesOfShell(build)),
    ...filesOfPage(build, pagesByRoute['/reports']),
  ])

  const owners = new Map()
  const rows = [...files].map((name) => {
    const bytes = gzippedSize(readFileSync(join(webFolder, name)))
    const modules = build.modules[name]
    const parts = modules ? shares(bytes, modules) : new Map([[name.endsWith('.css') ? 'own: styles' : name, bytes]])
    for (const [owner, part] of parts) owners.set(owner, (owners.get(owner) ?? 0) + part)
    return { name, bytes }
  })
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
  // Browsers fetch the icon when everything else is done; its bytes count all the same.
  const requests = rows.filter((row) => !isIcon(row.name)).length

  console.log('First load of /reports, gzip -9')
  for (const row of rows) console.log(`${kB(row.bytes)}  ${row.name}`)
  console.log('Shares (a chunk divided by the length of its code)')
  for (const [owner, part] of [...owners].sort((a, b) => b[1] - a[1])) console.log(`${kB(part)}  ${owner}`)
  if (process.argv.includes('--modules')) printModules(rows, build)
  console.log(`${kB(bytes)}  in ${requests} requests; allowed are ${kB(budget.bytes).trim()} in ${budget.requests}`)

  const further = filesOfPage(build, pagesByRoute['/reports/:id']).filter((name) => !files.has(name))
  const report = further.map((name) => ({ name, bytes: gzippedSize(readFileSync(join(webFolder, name))) }))
  const reportBytes = report.reduce((sum, row) => sum + row.bytes, 0)
  console.log('First load of /reports/:id beyond that')
  for (const row of report) console.log(`${kB(row.bytes)}  ${row.name}`)
  console.log(`${kB(reportBytes)}  allowed are ${kB(reportBudget.bytes).trim()}`)

  const readerBytes = gzippedSize(await buildReader())
  console.log(
    `Of the first load, the reading of answers, built on its own\n${kB(readerBytes)}  allowed are ${kB(readerBudget.bytes).trim()}`,
  )

  const sentences = [...excess({ bytes, requests }), ...excessOfReport(reportBytes), ...excessOfReader(readerBytes)]
  if (sentences.length > 0) throw new Failure(sentences.join('\n'))
})
