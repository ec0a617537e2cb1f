import { type BrowserContext, expect, test as base, type Page } from '@playwright/test'
import { watchAnswers } from './documented-answers.ts'
import { type PageServer, startPageServer } from './page-server.ts'
import { type Service, startService } from './service.ts'

type Worker = { pages: PageServer; service: Service; signedIn: string }

/**
 * Every browser test: a real service of the worker's own, a website to analyse, a page that is signed in, and the rule
 * that no page may break the content security policy or throw.
 */
export const test = base.extend<{ faults: string[]; tolerated: RegExp[] }, Worker>({
  pages: [
    async ({}, use) => {
      const pages = await startPageServer()
      await use(pages)
      await pages.close()
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ pages }, use) => {
      const service = await startService({ allowHosts: [pages.host], seed: { websites: 40, reports: 2000 } })
      await use(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  /** The browser's storage after following a sign-in link, as text. */
  signedIn: [
    async ({ service, browser }, use) => {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(await signInLink(service))
      await expect(page).toHaveURL(/\/reports$/)
      await use(JSON.stringify(await context.storageState()))
      await context.close()
    },
    { scope: 'worker' },
  ],
  storageState: async ({ signedIn }, use) => use(JSON.parse(signedIn)),
  baseURL: async ({ service }, use) => use(service.origin),
  tolerated: [[], { option: true }],
  faults: [
    async ({ page, service, tolerated }, use) => {
      const faults: string[] = []
      await watch(page, faults)
      const undocumented = watchAnswers(page, service.origin)
      await use(faults)
      faults.push(...(await undocumented()))
      const real = faults.filter((fault) => !tolerated.some((pattern) => pattern.test(fault)))
      expect(
        real,
        'the page threw, logged an error or broke its policy, or the service answered otherwise than it says',
      ).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** A fresh one-time link, on the service's own port. */
export async function signInLink(service: Service) {
  const printed = await service.command('sign-in')
  const token = /#token=(\S+)/.exec(printed)?.[1]
  if (!token) throw new Error(`No sign-in link in: ${printed}`)
  return `${service.origin}/sign-in#token=${token}`
}

/** To the page the service is one that has the specification's eight operations and nothing else. */
export const withoutExtensions = (page: Page | BrowserContext) =>
  page.route(
    ({ pathname }) => /^\/api\/v1(\/|$)/.test(pathname) && !/^\/api\/v1\/(reports|websites)(\/\d+)?$/.test(pathname),
    (route) => route.fulfill({ status: 404, json: { message: 'Resource not found.', status: 404 } }),
  )

/** The keys of a page come right after its first paint. */
export const keysWork = (page: Page) =>
  expect(page.getByRole('button', { name: 'Jump to' })).toHaveAttribute('aria-keyshortcuts')

/** The page has its heading, and nothing on it is still on its way. */
export async function settled(page: Page) {
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // What replaces a page that could not be shown has a heading of its own.
  await expect(page.locator('h1')).toHaveCount(1)
}

/** Notes what the page throws, logs as an error, or does against its policy. */
export async function watch(page: Page, faults: string[]) {
  page.on('pageerror', (error) => faults.push(`threw: ${error.message}`))
  page.on('console', (message) => {
    // A refused request is the business of the test that asked for it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(`console: ${message.text()}`)
  })
  await page.exposeFunction('reportViolation', (text: string) => faults.push(`policy: ${text}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      // @ts-expect-error exposed by the fixture
      void globalThis.reportViolation(
        `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
      )
    })
  })
}
