import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parsePage } from '#analyser/facts/parse-page.ts'
import { accessInSteps, matchingWork, rulesFor } from '#analyser/facts/robots-rules.ts'
import { groupFor, parseRobots, runToEnd } from '#analyser/facts/robots-txt.ts'
import { analysePage } from '#analyser/run.ts'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { loadMetascraper, readMetadata } from './support/page-metadata.ts'
import { readRobotsVectors, type RobotsVector, type RobotsVectors } from './support/robots-vectors.ts'
import { readNames } from './support/structured-names.ts'
import { readTreeTests, writeTree } from './support/tree-tests.ts'

// Compares the analyser with the tests of other projects, fetched into a folder: whatever is there of `robotstxt`,
// `crawler-commons`, and so on. Prints the figures and every disagreement. docs/agreement.md says who is right.
const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: { corpus: { type: 'string' } },
})
const { corpus } = values
if (!corpus || !existsSync(corpus)) throw new Error('Name the folder of the fetched corpora: --corpus FOLDER')

const has = (...path: string[]) => existsSync(join(corpus, ...path))
const read = (...path: string[]) => readFileSync(join(corpus, ...path), 'utf8')

function isAllowed({ robots, agent, url }: RobotsVector, isGoogle: boolean) {
  const { groups } = parseRobots(robots)
  const rules = rulesFor(groups, groupFor(groups, agent))
  return runToEnd(accessInSteps(rules, url, { isGoogle, work: matchingWork() })).allowed
}

function compareRobots(name: string, { vectors, skipped }: RobotsVectors, isGoogle: boolean) {
  const others = vectors.filter((vector) => isAllowed(vector, isGoogle) !== vector.allowed)
  console.log(`  ${name}: ${vectors.length - others.length} of ${vectors.length} agree, ${skipped} not plain enough`)
  for (const { test, agent, url, allowed } of others) {
    console.log(`    ${test}: ${agent}, ${url}: ${allowed ? 'allowed' : 'disallowed'} there, not here`)
  }
}

if (has('robotstxt', 'robots_test.cc')) {
  compareRobots('google/robotstxt', readRobotsVectors(read('robotstxt', 'robots_test.cc')), true)
}
const commons = ['crawler-commons', 'src', 'test']
const commonsTest = [...commons, 'java', 'crawlercommons', 'robots', 'SimpleRobotRulesParserTest.java']
if (has(...commonsTest)) {
  const readResource = (name: string) => read(...commons, 'resources', name)
  compareRobots('crawler-commons', readRobotsVectors(read(...commonsTest), readResource), false)
}

if (has('html5lib-tests', 'tree-construction')) {
  const folder = ['html5lib-tests', 'tree-construction']
  const disagreements: string[] = []
  const count = { compared: 0, skipped: 0 }
  for (const file of readdirSync(join(corpus, ...folder)).filter((name) => name.endsWith('.dat'))) {
    const { tests, skipped } = readTreeTests(read(...folder, file))
    count.compared += tests.length
    count.skipped += skipped
    for (const { source, tree } of tests) {
      if (writeTree(parsePage(source).document) !== tree) disagreements.push(`${file}: ${JSON.stringify(source)}`)
    }
  }
  const { compared, skipped } = count
  console.log(`  html5lib: ${compared - disagreements.length} of ${compared} trees agree, ${skipped} of another kind`)
  for (const one of disagreements) console.log(`    ${one}`)
}

// Most of the validator's files are faulty. The analyser must read each without an error.
if (has('validator', 'tests')) {
  const names = readdirSync(join(corpus, 'validator', 'tests'), { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /\.x?html?$/.test(name))
  const times = files.map((name): [ms: number, name: string] => {
    const type = /\.html?$/.test(name) ? 'text/html' : 'application/xhtml+xml'
    const body = readFileSync(join(corpus, 'validator', 'tests', name))
    const start = performance.now()
    try {
      analysePage(fetchedPageOf({ body, headers: { 'content-type': type } }))
    } catch (error) {
      console.log(`    ${name}: ${String(error)}`)
      return [Infinity, name]
    }
    return [performance.now() - start, name]
  })
  const failed = times.filter(([ms]) => ms === Infinity).length
  const [slowest = [0, '']] = times.filter(([ms]) => ms < Infinity).toSorted(([a], [b]) => b - a)
  console.log(
    `  validator: ${files.length - failed} of ${files.length} files read, at most ${slowest[0].toFixed(0)} ms (${slowest[1]})`,
  )
}

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) => [...some].filter((one) => !others.has(one))

const pages = has('pages')
  ? readdirSync(join(corpus, 'pages'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.x?html?$/.test(name))
      .toSorted()
  : []

if (pages.length > 0) {
  const counts = new Map<string, { same: number; differing: number; pages: number }>()
  const lines: string[] = []
  for (const file of pages) {
    for (const [syntax, { ours, theirs }] of Object.entries(await readNames(read('pages', file)))) {
      const count = counts.get(syntax) ?? { same: 0, differing: 0, pages: 0 }
      counts.set(syntax, count)
      const [added, missing] = [without(ours, theirs), without(theirs, ours)]
      count.same += ours.size - added.length
      count.differing += added.length + missing.length
      if (ours.size + theirs.size > 0) count.pages += 1
      for (const name of added) lines.push(`${syntax}, ${file}: ${name} here only`)
      for (const name of missing) lines.push(`${syntax}, ${file}: ${name} there only`)
    }
  }
  for (const [syntax, { same, differing, pages }] of counts) {
    console.log(`  ${syntax}: ${same} of ${same + differing} types and properties agree, on ${pages} pages`)
  }
  for (const line of lines) console.log(`    ${line}`)
}

if (pages.length > 0 && has('metascraper', 'node_modules')) {
  const metascraper = loadMetascraper(join(corpus, 'metascraper'))
  const counts = new Map<string, { compared: number; same: number }>()
  const lines: string[] = []
  for (const file of pages) {
    for (const { place, ours, theirs } of await readMetadata(read('pages', file), metascraper)) {
      if (ours.length === 0 && theirs === null) continue
      const count = counts.get(place) ?? { compared: 0, same: 0 }
      counts.set(place, count)
      count.compared += 1
      if (ours.includes(theirs)) count.same += 1
      else lines.push(`${place}, ${file}: ${JSON.stringify(ours)} here, ${JSON.stringify(theirs)} there`)
    }
  }
  for (const [place, { compared, same }] of counts) {
    console.log(`  metascraper, ${place}: ${same} of ${compared} pages agree`)
  }
  for (const line of lines) console.log(`    ${line}`)
}
