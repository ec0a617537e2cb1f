import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { capture, withNode } from './child.mjs'
import { Failure } from './failure.mjs'
import { root } from './root.mjs'
import { ensureBrowser, ensurePostgres } from './system-tools.mjs'
import { allTag, gate, playwrightErrors, playwrightTotals, sum, summary, vitestTotals } from './totals.mjs'

/**
 * @typedef {import('./totals.mjs').Totals} Totals
 * @typedef {import('./totals.mjs').Lane} Lane
 * @typedef {{ totals: Totals, output: string, remark?: string }} Outcome
 * @typedef {{ name: string, needs?: string, run: () => Promise<Outcome> }} Step
 */

const reports = join(root, 'test-results')

/** Steps still running then are ended and fail, so that `npm run test:all` reports within 90 minutes. */
const endsAt = performance.timeOrigin + 87 * 60_000

/** @param {number} minutes the most that a step takes on a busy machine */
const limit = (minutes) => Math.max(1_000, Math.min(minutes * 60_000, endsAt - Date.now()))

/**
 * Returns the environment without the service's own settings, which would change the tests. The hundreds of programs
 * that they start share their compiled code.
 * @param {string} node
 */
function cleanEnvironment(node) {
  const own = /^(SEO_REPORTS_.*|PORT|HOST|DATABASE_URL|LOG_LEVEL|NODE_ENV)$/
  const others = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
  return withNode(node, { ...others, NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') })
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Returns the quick checks in order, without tests.
 * @param {string} node
 * @returns {Step[]}
 */
export const checkSteps = (node) => [
  gateStep(node, 'types', [bin('typescript', 'bin', 'tsc'), '-b']),
  gateStep(node, 'format', [bin('oxfmt', 'bin', 'oxfmt'), '--check']),
  gateStep(node, 'lint and import rules', [
    bin('oxlint', 'bin', 'oxlint'),
    '--deny-warnings',
    ...(process.stdout.isTTY ? [] : ['--format=unix']),
  ]),
  gateStep(node, 'texts, comments and names', ['scripts/check-style.ts']),
  gateStep(node, 'regular expressions', ['scripts/check-regexes.ts']),
  gateStep(node, 'unused code and dependencies', [bin('knip', 'bin', 'knip.js'), '--no-progress']),
]

/**
 * @param {string} node
 * @returns {Step[]}
 */
export const buildSteps = (node) => [
  gateStep(node, 'production build', ['scripts/build.mjs']),
  gateStep(node, 'byte budget', ['scripts/budget.mjs'], 'production build'),
]

const bin = (/** @type {string[]} */ ...path) => join('node_modules', ...path)

/** @type {(node: string, name: string, args: string[], needs?: string) => Step} */
const gateStep = (node, name, args, needs) => ({
  name,
  ...(needs ? { needs } : {}),
  async run() {
    const { code, output } = await capture(node, args, { env: cleanEnvironment(node), timeoutMs: limit(5) })
    return { totals: gate(code === 0), output }
  },
})

/**
 * @param {string} node
 * @param {Lane} lane
 * @param {(line: string) => void} print
 * @returns {Step}
 */
export const unitStep = (node, lane, print) => ({
  name: 'unit and service tests',
  async run() {
    const hasPostgres = await ensurePostgres(print)
    // Tests of PDF files need a browser too. The browser tests report it if there is none.
    const chromium = await ensureBrowser(node, print).catch(() => '')
    const file = join(reports, `unit-${lane}.json`)
    rmSync(file, { force: true })
    const args = [
      'run',
      `--tags-filter=${lane === 'fast' ? `!${allTag}` : allTag}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]
    const { code, output } = await capture(node, [bin('vitest', 'vitest.mjs'), ...args], {
      env: { ...cleanEnvironment(node), CHROMIUM_PATH: chromium },
      timeoutMs: limit(45),
    })
    const outcome = { totals: vitestTotals(readReport(file), code === 0, lane), output }
    return hasPostgres ? outcome : { ...outcome, remark: 'no PostgreSQL here, its tests are among the skipped' }
  },
})

/**
 * @param {string} node
 * @param {Lane} lane
 * @param {(line: string) => void} print
 * @returns {Step}
 */
export const browserStep = (node, lane, print) => ({
  name: 'browser tests',
  needs: 'production build',
  async run() {
    const file = join(reports, 'browser.json')
    rmSync(file, { force: true })
    try {
      const chromium = await ensureBrowser(node, print)
      const args = ['test', '--pass-with-no-tests', lane === 'fast' ? '--grep-invert' : '--grep', `@${allTag}`]
      const { code, output } = await capture(node, [bin('@playwright', 'test', 'cli.js'), ...args], {
        env: { ...cleanEnvironment(node), CHROMIUM_PATH: chromium },
        timeoutMs: limit(30),
      })
      const report = readReport(file)
      return {
        totals: playwrightTotals(report, code === 0),
        output: [output, ...playwrightErrors(report)].join('\n\n'),
      }
    } catch (error) {
      if (error instanceof Failure) return { totals: gate(false), output: error.message }
      throw error
    }
  },
})

/**
 * Runs rows of steps beside each other, each row in order. Prints one line per step and the whole output of each failed
 * step. After a failed step the others still run, except those that need it. Returns the total.
 * @param {Step[][]} rows
 * @returns {Promise<Totals>}
 */
export async function runSteps(...rows) {
  const running = new Set()
  const show = () => process.stdout.isTTY && process.stdout.write(`\r\u001b[K…      ${[...running].join(', ')}`)
  const hide = () => process.stdout.isTTY && process.stdout.write('\r\u001b[K')

  const runRow = async (/** @type {Step[]} */ steps) => {
    const all = []
    for (const step of steps) {
      running.add(step.name)
      show()
      const startedAt = Date.now()
      const outcome = await runUnlessMissing(step)
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
      running.delete(step.name)
      hide()
      if (outcome.totals.failed > 0) failed.add(step.name)
      printOutcome(step.name, outcome, seconds)
      if (running.size > 0) show()
      all.push(outcome.totals)
    }
    return sum(all)
  }
  return sum(await Promise.all(rows.map(runRow)))
}

/** The names of failed steps. */
const failed = new Set()

/** @param {Step} step */
const runUnlessMissing = async ({ needs, run }) =>
  needs && failed.has(needs) ? { totals: gate(false), output: `Not run: it needs the ${needs}.` } : await run()

/** @type {(name: string, outcome: Outcome, seconds: string) => void} */
function printOutcome(name, { totals, output, remark }, seconds) {
  const hasPassed = totals.failed === 0
  if (!hasPassed) console.log(`\n${output.trim()}\n`)
  const words = `${name.padEnd(30)} ${summary(totals)}, ${seconds} s${remark ? ` (${remark})` : ''}`
  console.log(`${hasPassed ? 'ok    ' : 'FAILED'} ${words}`)
}
