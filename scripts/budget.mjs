import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagePaths } from '#contract/dashboard-pages.ts'
import { budget, excess, gzippedSize, kB, shares } from './build/byte-budget.mjs'
import { filesOfPage, filesOfShell, pageModules, readBuild, webFolder, withImports } from './build/chunks.mjs'
import { Failure, runMain } from './support/failure.mjs'

// `npm run budget`: prints the size of the built dashboard and fails if it exceeds the budget.

const sizeOf = (/** @type {string} */ name) => gzippedSize(readFileSync(join(webFolder, name)))
const isCode = (/** @type {string} */ name) => /\.(js|css)$/.test(name)
const sum = (/** @type {string[]} */ names) => names.reduce((bytes, name) => bytes + sizeOf(name), 0)
const row = (/** @type {number} */ bytes, /** @type {string} */ what) =>
  console.log(`${kB(bytes).padStart(9)}  ${what}`)

await runMain(async () => {
  const build = readBuild()
  const first = new Set([...withImports(build, filesOfShell(build)), ...filesOfPage(build, pageModules.reports)])
  const loaded = [...first].filter(isCode)
  const firstLoad = sum(loaded)
  const fonts = [...first].filter((name) => name.endsWith('.woff2'))
  // One more for the page itself. The icon doesn't count, because browsers load it last.
  const requests = loaded.length + fonts.length + 1

  console.log('First load of /reports: scripts and styles, gzip -9')
  for (const name of loaded) row(sizeOf(name), name)
  const owners = new Map()
  for (const name of loaded) {
    const parts = build.modules[name]
      ? shares(sizeOf(name), build.modules[name])
      : new Map([['own: styles', sizeOf(name)]])
    for (const [owner, part] of parts) owners.set(owner, (owners.get(owner) ?? 0) + part)
  }
  console.log('Shares (a chunk divided by the length of its code)')
  for (const [owner, part] of [...owners].sort((a, b) => b[1] - a[1])) row(part, owner)
  for (const name of fonts) row(sizeOf(name), `${name}, a request, but no scripts or styles`)
  row(firstLoad, `in ${requests} requests; ${kB(budget.firstLoad)} in ${budget.requests} are allowed`)

  console.log(`Each further route beyond that; ${kB(budget.route)} are allowed`)
  /** @type {Record<string, number>} */
  const routes = {}
  for (const [page, path] of Object.entries(pagePaths)) {
    const route = `/${path}`
    routes[route] = sum(
      filesOfPage(build, pageModules[/** @type {keyof typeof pagePaths} */ (page)]).filter(
        (name) => isCode(name) && !first.has(name),
      ),
    )
    row(routes[route], route)
  }

  /** @type {Record<string, number>} */
  const chunks = {}
  for (const { file } of Object.values(build.manifest))
    if (isCode(file) && !first.has(file)) chunks[file] = sizeOf(file)
  const [heaviest = ['', 0]] = Object.entries(chunks).sort((a, b) => b[1] - a[1])
  row(
    heaviest[1],
    `the heaviest of ${Object.keys(chunks).length} later chunks, ${heaviest[0]}; ${kB(budget.chunk)} are allowed`,
  )

  const sentences = excess({ firstLoad, requests, routes, chunks })
  if (sentences.length > 0) throw new Failure(sentences.join('\n'))
})
