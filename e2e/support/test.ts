import {
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  type Response,
  test as base,
} from '@playwright/test'
import { labelOf } from '#contract/forms/form.ts'
import { AccountForm, SessionForm } from '#contract/forms/people-forms.ts'
import { differences } from '#testing/service/documented.ts'
import { analyseWords } from '#web/analyse/words.ts'
import { frameWords } from '#web/app/words.ts'
import { addWords } from '#web/jobs/words.ts'
import { filterPickerWords } from '#web/list/words.ts'
import { accountWords, signInWords } from '#web/session/words.ts'
import { type PageServer, startPageServer } from './page-server.ts'
import { preparedData } from './prepared-data.ts'
import { type Service, startService } from './service.ts'

/** A report as the API sends it. */
type Analysed = { id: number; website_id: number; score: number } & Record<string, any>
type Worker = {
  pages: PageServer
  service: Service
  signedIn: string
  /** Returns the report of a path of `pages`, which is analysed once per worker. For tests that only read it. */
  analysed: (path: string) => Promise<Analysed>
}

/**
 * Browser tests against the real service: each worker has its own service and a website to analyse, and the page is
 * signed in. Fails when the page throws, logs an error or violates the content security policy, or when a response
 * differs from the OpenAPI document.
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
      const service = await startService({ allowHosts: [pages.host], data: preparedData('seeded') })
      await use(service)
      await service.stop()
    },
    // Starting the service takes a busy machine a while. No test's time limit includes it.
    { scope: 'worker', timeout: 180_000 },
  ],
  analysed: [
    async ({ pages, service }, use) => {
      const reports = new Map<string, Promise<Analysed>>()
      const analyse = async (path: string) => {
        const form = new URLSearchParams({ url: pages.origin + path })
        const { status, body } = await service.api('/api/v1/reports', { method: 'POST', body: form })
        expect(status, path).toBe(201)
        return body.data as Analysed
      }
      await use((path) => {
        const report = reports.get(path) ?? analyse(path)
        reports.set(path, report)
        return report
      })
    },
    { scope: 'worker' },
  ],
  /** The browser's storage, with the cookie of its session, after creating the first owner's account, as JSON. */
  signedIn: [
    async ({ service, browser }, use) => {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(await signInLink(service))
      await createAccount(page, owner)
      await expect(page).toHaveURL(`${service.origin}/`)
      await use(JSON.stringify(await context.storageState()))
      await context.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  storageState: async ({ signedIn }, use) => use(JSON.parse(signedIn)),
  baseURL: async ({ service }, use) => use(service.origin),
  tolerated: [[], { option: true }],
  faults: [
    async ({ browser, context, service, tolerated }, use) => {
      const faults: string[] = []
      const found: Promise<string[]>[] = []
      const stop = watch(browser, context, faults, (response) => {
        if (response.url().startsWith(`${service.origin}/api/`))
          found.push(differencesIn(response, service.origin).catch(() => []))
      })
      await use(faults)
      stop()
      faults.push(...(await Promise.all(found)).flat())
      const real = faults.filter((fault) => !tolerated.some((pattern) => pattern.test(fault)))
      expect(
        real,
        'a page threw, logged an error or violated its policy, or a response differs from the OpenAPI document',
      ).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The person who is signed in. */
export const owner = { name: 'Dana Whitfield', email: 'dana@agency.example', password: 'lamp otter rain' }

/** Returns a new one-time link, which signs the owner in, or creates their account if there is none yet. */
export async function signInLink(service: Service, ...args: string[]) {
  const printed = await service.command('sign-in', ...args)
  const path = /\/(?:sign-in|account)#token=\S+/.exec(printed)?.[0]
  if (!path) throw new Error(`No sign-in link in: ${printed}`)
  return service.origin + path
}

/** Follows a new sign-in link of the owner. */
export async function signInByLink(page: Page, service: Service) {
  await page.goto(await signInLink(service, '--email', owner.email))
  await expect(page).toHaveURL(`${service.origin}/`)
}

/** Fills in the page that creates an account. */
export async function createAccount(page: Page, { name, email, password }: typeof owner) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel(labelOf(AccountForm, 'email')).fill(email)
  await page.getByLabel(labelOf(AccountForm, 'password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: accountWords.submit }).click()
}

/** Signs in on the sign-in page of our own service with a password. */
export async function signInByPassword(page: Page, { email, password }: Pick<typeof owner, 'email' | 'password'>) {
  await page.getByLabel(labelOf(SessionForm, 'email')).fill(email)
  await page.getByLabel(labelOf(SessionForm, 'password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: signInWords.submit, exact: true }).click()
}

/** Signs in on the sign-in page of our own service with a key. */
export async function signInByKey(page: Page, key: string) {
  await page.getByRole('button', { name: signInWords.useKey }).click()
  await page.getByLabel(signInWords.label, { exact: true }).fill(key)
  await page.getByRole('button', { name: signInWords.submit, exact: true }).click()
}

/** Deletes all views, whose names and counts the lists and the sidebar of other tests would show. */
export async function deleteViews(service: Service) {
  for (const { id } of (await service.api('/api/v1/views')).body.data)
    await service.api(`/api/v1/views/${id}`, { method: 'DELETE' })
}

/** Hides the extensions: the service then looks like one with only the specification's eight operations. */
export const withoutExtensions = (page: Page | BrowserContext) =>
  page.route(
    ({ pathname }) => /^\/api\/v1(\/|$)/.test(pathname) && !/^\/api\/v1\/(reports|websites)(\/\d+)?$/.test(pathname),
    (route) => route.fulfill({ status: 404, json: { message: 'Resource not found.', status: 404 } }),
  )

/** The button of the top bar that opens the ways to analyse. Readers have none. */
export const analyseButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: analyseWords.submit, exact: true })

/** Opens the dialog that starts analyses. */
export async function openAnalyseDialog(page: Page, source: keyof typeof addWords.sources) {
  await analyseButton(page).click()
  await page.getByRole('menuitem', { name: addWords.sources[source], exact: true }).click()
}

/** Opens the form of one page in that dialog. Returns its field. */
export async function pageForm(page: Page) {
  await openAnalyseDialog(page, 'page')
  const field = page.getByLabel(analyseWords.label)
  await expect(field).toBeVisible()
  return field
}

/** Analyses a page by that form. */
export async function analysePage(page: Page, url: string) {
  const field = await pageForm(page)
  await field.fill(url)
  await field.press('Enter')
}

/** Waits for the keyboard shortcuts, which load after the first paint. */
export const keysWork = (page: Page) =>
  expect(page.getByRole('button', { name: frameWords.jump })).toHaveAttribute('aria-keyshortcuts')

/** Chooses a value in the open filters of a list, as somebody who types words of it. */
export async function chooseFilter(page: Page, typed: string, value: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: filterPickerWords.label }).fill(typed)
  await dialog.getByRole('option').filter({ hasText: value }).first().click()
}

/**
 * Ticks a control that is drawn from the URL. Unlike `check()` it doesn't read the state at once: an earlier change of
 * the URL can still be on its way.
 */
export async function tick(control: Locator) {
  await control.click()
  await expect(control).toBeChecked()
}

/** Waits until the page has loaded the files of these names and all that they import, so that they run offline. */
export async function filesFetched(page: Page, ...names: string[]) {
  let urls: string[] = []
  const load = async () => {
    const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    urls = [...new Set(fetched)].filter((url) =>
      names.some((name) => url.includes(`/assets/${name}-`) && url.endsWith('.js')),
    )
    return urls.length
  }
  await expect.poll(load).toBe(names.length)
  // A string, because the test runner would rewrite `import`.
  await page.evaluate(`Promise.all(${JSON.stringify(urls)}.map((url) => import(url))).then(() => {})`)
}

/** Presses Tab, or another key, until `target` has the focus. Returns the number of presses. */
export async function tabTo(page: Page, target: Locator, key = 'Tab') {
  for (let presses = 0; presses < 250; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return presses
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${String(target)}.`)
}

/** Waits until the page has its heading and nothing on it is still loading. */
export async function settled(page: Page) {
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // An error page may have replaced the page meanwhile, with its own heading.
  await expect(page.locator('h1')).toHaveCount(1)
}

/**
 * Records exceptions and logged errors of all pages in `faults`, also in contexts that the test opens. Chromium logs
 * each violation of the content security policy as an error. Returns a function that ends that.
 */
export function watch(
  browser: Browser,
  first: BrowserContext,
  faults: string[],
  onResponse: (response: Response) => void = () => {},
) {
  const watchContext = (context: BrowserContext) => {
    context.on('weberror', (error) => faults.push(`threw: ${error.error().message}`))
    context.on('console', (message) => {
      // Failed requests are up to the individual test.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(`console: ${message.text()}`)
    })
    context.on('response', onResponse)
  }
  watchContext(first)
  browser.on('context', watchContext)
  return () => void browser.off('context', watchContext)
}

/** Holds the responses to requests for matching URLs from now on. Returns a function that lets them through. */
export async function holdResponses(target: Page | BrowserContext, url: Parameters<Page['route']>[0]) {
  const released = Promise.withResolvers<void>()
  await target.route(url, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }

/** Returns the layout shifts since the page load, or since a time of it, except those that follow an input. */
export const layoutShifts = (page: Page, since = 0) =>
  page.evaluate((from) => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    return (observer.takeRecords() as LayoutShift[])
      .filter(({ hadRecentInput, startTime }) => !hadRecentInput && startTime >= from)
      .map(({ value, sources }) => ({
        value,
        of: sources.map(({ node }) => (node instanceof Element ? node.outerHTML : node?.textContent)?.slice(0, 80)),
      }))
  }, since)

async function differencesIn(response: Response, origin: string): Promise<string[]> {
  // Responses faked by the test have no server address.
  if (!(await response.serverAddr())) return []
  const headers = response.headers()
  const isJson = headers['content-type']?.startsWith('application/json')
  // The body is gone once the page has navigated away.
  const body = isJson ? await response.text().catch(() => undefined) : undefined
  const request = response.request()
  const path = response.url().slice(origin.length)
  const lines = differences({
    method: request.method(),
    path,
    status: response.status(),
    header: (name) => headers[name.toLowerCase()],
    body,
  })
  return lines.map((line) => `undocumented: ${request.method()} ${path} ${response.status()}: ${line}`)
}
