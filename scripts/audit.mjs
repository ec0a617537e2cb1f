import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { prepareData } from '../e2e/support/prepared-data.ts'
import { startService } from '../e2e/support/service.ts'
import { ensureBuilt } from './support/ensure-built.mjs'
import { Failure, runMain } from './support/failure.mjs'
import { npm } from './support/npm.mjs'
import { root } from './support/root.mjs'
import { browserArguments, ensureBrowser } from './support/system-tools.mjs'

// `npm run audit`: Lighthouse with its mobile settings and a cold cache, on the report list (signed in) and a public
// report (without a key). Fails if the median of a category is below its minimum, or anything moves.

const version = '13.5.0'
const runs = 5
const minimumsOfList = { performance: 95, accessibility: 100, 'best-practices': 100 }
const minimumsOfReport = { ...minimumsOfList, performance: 97 }
const print = (/** @type {string} */ line) => console.log(line)

/** Downloads Lighthouse. It isn't in package.json because it is larger than all other packages together. */
async function loadLighthouse() {
  const folder = join(root, '.cache', 'lighthouse')
  const installed = join(folder, 'node_modules', 'lighthouse')
  const isCurrent =
    existsSync(installed) && JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).version === version
  if (!isCurrent) {
    print(`Downloading Lighthouse ${version} …`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    const { code, output } = await npm(
      process.execPath,
      ['install', '--no-save', '--ignore-scripts', `lighthouse@${version}`],
      { cwd: folder },
    )
    if (code !== 0) throw new Failure(`Couldn't download Lighthouse: ${output.trim()}`)
  }
  return (await import(pathToFileURL(join(installed, 'core', 'index.js')).href)).default
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/**
 * @param {string} profile
 * @param {number} port
 */
async function newBrowser(profile, port) {
  const executablePath = await ensureBrowser(process.execPath, print)
  const args = [...browserArguments, `--remote-debugging-port=${port}`]
  return chromium.launchPersistentContext(profile, { executablePath, args })
}

/**
 * Creates the first account by its link, or signs in by one, so that the browser's profile has a session.
 * @param {import('@playwright/test').BrowserContext} browser
 * @param {string} link
 */
async function signInTo(browser, link) {
  const page = await browser.newPage()
  await page.goto(link)
  if (link.includes('/account#')) {
    await page.getByLabel('Name').fill('Audit')
    await page.getByLabel('Email').fill('audit@agency.example')
    await page.getByLabel('Password', { exact: true }).fill('lamp otter rain')
    await page.getByRole('button', { name: 'Create account' }).click()
  }
  await page.getByRole('navigation').first().waitFor()
  await page.close()
}

/**
 * Makes the website with the most reports public and returns the URL of one of its reports.
 * @param {import('../e2e/support/service.ts').Service} service
 */
async function publicReport({ api, origin }) {
  const { id } = (await api('/api/v1/websites?sort_by=reports_count')).body.data[0]
  await api(`/api/v1/websites/${id}`, { method: 'PUT', body: new URLSearchParams({ privacy: '0' }) })
  const { body } = await api(`/api/v1/reports?website_id=${id}`)
  return `${origin}/reports/${body.data[0].id}`
}

/** @param {number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/**
 * @param {any} lighthouse
 * @param {string} url
 * @param {number} port
 * @returns {Promise<Record<string, number>>}
 */
async function score(lighthouse, url, port) {
  const { lhr } = await lighthouse(url, { port, logLevel: 'error', onlyCategories: Object.keys(minimumsOfList) })
  if (lhr.finalDisplayedUrl !== url) throw new Failure(`The audit ended on ${lhr.finalDisplayedUrl} instead of ${url}.`)
  const audits = Object.values(lhr.audits).filter(
    (audit) => audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative',
  )
  const shift = lhr.audits['cumulative-layout-shift'].numericValue
  const seconds = (/** @type {string} */ id) => `${(lhr.audits[id].numericValue / 1000).toFixed(2)} s`
  const scores = Object.fromEntries(
    Object.keys(minimumsOfList).map((name) => [name, Math.round(lhr.categories[name].score * 100)]),
  )
  print(
    `${Object.entries(scores)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}; first paint ${seconds('first-contentful-paint')}, ` +
      `largest ${seconds('largest-contentful-paint')}, ` +
      `blocked ${Math.round(lhr.audits['total-blocking-time'].numericValue)} ms, ` +
      `shift ${shift.toFixed(3)}`,
  )
  for (const { id, title } of audits) print(`    ${id}: ${title}`)
  return { ...scores, shift }
}

await runMain(async () => {
  const lighthouse = await loadLighthouse()
  await ensureBuilt(process.execPath, print)
  const profile = mkdtempSync(join(tmpdir(), 'audit-profile-'))
  const service = await startService({ data: await prepareData({ websites: 200, reports: 5000 }) })
  try {
    const printed = new URL((await service.command('sign-in')).trim())
    /**
     * @param {string} title
     * @param {string} url
     * @param {string | null} link
     * @param {Record<string, number>} minimums
     */
    const audit = async (title, url, link, minimums) => {
      print(title)
      const port = await freePort()
      const browser = await newBrowser(join(profile, link ? 'key' : 'none'), port)
      if (link) await signInTo(browser, link)
      /** @type {Record<string, number>[]} */
      const scores = []
      for (let run = 0; run < runs; run += 1) scores.push(await score(lighthouse, url, port))
      await browser.close()
      const shift = median(scores.map((one) => one['shift'] ?? 0))
      print(`median of layout shift: ${shift.toFixed(3)} (at most 0)`)
      const low = Object.entries(minimums).flatMap(([name, minimum]) => {
        const value = median(scores.map((one) => one[name] ?? 0))
        print(`median of ${name}: ${value} (at least ${minimum})`)
        return value < minimum ? [`${title}: ${name} is ${value}, below ${minimum}.`] : []
      })
      return shift > 0 ? [...low, `${title}: the layout shift is ${shift.toFixed(3)} instead of 0.`] : low
    }
    const tooLow = [
      ...(await audit(
        'The report list, signed in',
        `${service.origin}/reports`,
        service.origin + printed.pathname + printed.hash,
        minimumsOfList,
      )),
      ...(await audit('A public report, without a key', await publicReport(service), null, minimumsOfReport)),
    ]
    if (tooLow.length > 0) throw new Failure(tooLow.join('\n'))
  } finally {
    await service.stop()
    rmSync(profile, { recursive: true, force: true })
  }
})
