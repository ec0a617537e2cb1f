import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from '../browser.mjs'
import { capture, withNode } from './child.mjs'
import { Failure } from './failure.mjs'
import { ensurePostgres } from './postgres.mjs'
import { root } from './root.mjs'
import { gate, playwrightTotals, vitestTotals } from './totals.mjs'

/**
 * @typedef {import('./totals.mjs').Totals} Totals
 * @typedef {{ totals: Totals, output: string, remark?: string }} Outcome
 * @typedef {{ name: string, needs?: string, run: () => Promise<Outcome> }} Step
 */

const reports = join(root, 'test-results')

/**
 * What a test run may see of the environment: the service's own settings would change what is tested.
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
 * Everything that must hold, in order.
 * @param {string} node
 * @param {(line: string) => void} say
 * @returns {{ quick: Step[], slow: Step[] }}
 */
export function allSteps(node, say) {
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
      const hasPostgres = await ensurePostgres(say)
      const file = join(reports, 'unit.json')
      rmSync(file, { force: true })
      const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      const { code, output } = await capture(node, [bin('vitest', 'vitest.mjs'), ...args], {
        env,
        timeoutMs: 10 * 60_000,
      })
      const outcome = { totals: vitestTotals(readReport(file), code === 0), output }
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
        const chromium = await ensureBrowser(node, say)
        const { code, output } = await capture(node, [bin('@playwright', 'test', 'cli.js'), 'test'], {
          env: { ...env, CHROMIUM_PATH: chromium },
          timeoutMs: 20 * 60_000,
        })
        return { totals: playwrightTotals(readReport(file), code === 0), output }
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
      gateStep('lint and walls', [
        bin('oxlint', 'bin', 'oxlint'),
        '--deny-warnings',
        ...(process.stdout.isTTY ? [] : ['--format=unix']),
      ]),
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
