import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { capture, withNode } from './child.mjs'
import { Failure } from './failure.mjs'
import { root } from './root.mjs'
import { ensureBrowser, ensurePostgres } from './system-tools.mjs'
import {
  gate,
  playwrightTotals,
  repeatedByPlaywright,
  repeatedByVitest,
  repeatedTests,
  sum,
  summary,
  vitestTotals,
} from './totals.mjs'

/**
 * @typedef {import('./totals.mjs').Totals} Totals
 * @typedef {{ totals: Totals, output: string, remark?: string, notice?: string | undefined }} Outcome
 * @typedef {{ name: string, needs?: string, run: () => Promise<Outcome> }} Step
 */

const reports = join(root, 'test-results')

/**
 * Returns the environment without the service's own settings, which would change the tests.
 * @param {string} node
 */
function cleanEnvironment(node) {
  const own = /^(SEO_REPORTS_.*|PORT|HOST|DATABASE_URL|LOG_LEVEL|NODE_ENV)$/
  return withNode(node, Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name))))
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
 * Returns all checks in order.
 * @param {string} node
 * @param {(line: string) => void} print
 * @returns {{ quick: Step[], slow: Step[] }}
 */
export function allSteps(node, print) {
  const env = cleanEnvironment(node)
  const bin = (/** @type {string[]} */ ...path) => join('node_modules', ...path)

  /** @type {(name: string, args: string[], more?: Partial<Step>) => Step} */
  const gateStep = (name, args, more = {}) => ({
    name,
    ...more,
    async run() {
      const { code, output } = await capture(node, args, { env, timeoutMs: 5 * 60_000 })
      return { totals: gate(code === 0), output }
    },
  })

  /** @type {Step} */
  const unit = {
    name: 'unit and service tests',
    async run() {
      const hasPostgres = await ensurePostgres(print)
      // Tests of PDF files need a browser too. The browser tests report it if there is none.
      const chromium = await ensureBrowser(node, print).catch(() => '')
      const file = join(reports, 'unit.json')
      rmSync(file, { force: true })
      const args = ['run', '--retry=1', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      const { code, output } = await capture(node, [bin('vitest', 'vitest.mjs'), ...args], {
        env: { ...env, CHROMIUM_PATH: chromium },
        timeoutMs: 40 * 60_000,
      })
      const report = readReport(file)
      const notice = repeatedTests(repeatedByVitest(report))
      const outcome = { totals: vitestTotals(report, code === 0), output, notice }
      return hasPostgres ? outcome : { ...outcome, remark: 'no PostgreSQL here, its tests are among the skipped' }
    },
  }

  /** @type {Step} */
  const browser = {
    name: 'browser tests',
    needs: 'production build',
    async run() {
      const file = join(reports, 'browser.json')
      rmSync(file, { force: true })
      try {
        const chromium = await ensureBrowser(node, print)
        const { code, output } = await capture(node, [bin('@playwright', 'test', 'cli.js'), 'test'], {
          env: { ...env, CHROMIUM_PATH: chromium },
          timeoutMs: 50 * 60_000,
        })
        const report = readReport(file)
        return {
          totals: playwrightTotals(report, code === 0),
          output,
          notice: repeatedTests(repeatedByPlaywright(report)),
        }
      } catch (error) {
        if (error instanceof Failure) return { totals: gate(false), output: error.message }
        throw error
      }
    },
  }

  return {
    quick: [
      gateStep('types', [bin('typescript', 'bin', 'tsc'), '-b']),
      gateStep('format', [bin('oxfmt', 'bin', 'oxfmt'), '--check']),
      gateStep('lint and import rules', [
        bin('oxlint', 'bin', 'oxlint'),
        '--deny-warnings',
        ...(process.stdout.isTTY ? [] : ['--format=unix']),
      ]),
      gateStep('regular expressions', ['scripts/check-regexes.ts']),
      gateStep('unused code and dependencies', [bin('knip', 'bin', 'knip.js'), '--no-progress']),
    ],
    slow: [
      unit,
      gateStep('production build', ['scripts/build.mjs']),
      gateStep('byte budget', ['scripts/budget.mjs'], { needs: 'production build' }),
      browser,
    ],
  }
}

/**
 * Runs the steps in order. Prints one line per step, the whole output of each failed step, and at the end the notices
 * and the total. After a failed step the others still run, except those that need it.
 * @param {Step[]} steps
 */
export async function runSteps(steps) {
  const all = []
  const notices = []
  const failed = new Set()
  for (const { name, needs, run } of steps) {
    const startedAt = Date.now()
    if (process.stdout.isTTY) process.stdout.write(`…      ${name}`)
    const outcome =
      needs && failed.has(needs) ? { totals: gate(false), output: `Not run: it needs the ${needs}.` } : await run()
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    if (process.stdout.isTTY) process.stdout.write('\r\u001b[K')
    const hasPassed = outcome.totals.failed === 0
    if (!hasPassed) {
      failed.add(name)
      console.log(`\n${outcome.output.trim()}\n`)
    }
    const remark = 'remark' in outcome && outcome.remark ? ` (${outcome.remark})` : ''
    console.log(
      `${hasPassed ? 'ok    ' : 'FAILED'} ${name.padEnd(30)} ${summary(outcome.totals)}, ${seconds} s${remark}`,
    )
    if ('notice' in outcome && outcome.notice) notices.push(outcome.notice)
    all.push(outcome.totals)
  }
  for (const notice of notices) console.log(`\n${notice}`)
  const totals = sum(all)
  console.log(`\n${summary(totals)}`)
  process.exitCode = totals.failed > 0 ? 1 : 0
}
