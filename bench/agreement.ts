import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { accessInSteps, matchingWork, rulesFor } from '#analyser/facts/robots-rules.ts'
import { groupFor, parseRobots, runToEnd } from '#analyser/facts/robots-txt.ts'
import { readRobotsVectors, type RobotsVector, type RobotsVectors } from './support/robots-vectors.ts'

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
