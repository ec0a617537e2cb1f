import { expect, type Page, test as base } from '@playwright/test'
import { pageFailureWords } from '#web/app/words.ts'
import { watch } from '../test.ts'
import { type MockServer, type MockServerOptions, startMockServer } from './mock-server.ts'
import { variants } from './variants.ts'

type Fixtures = {
  faults: string[]
  tolerated: RegExp[]
  /** Starts a mock server that is closed after the test. The page has its key unless `signedIn` is false. */
  startServer: (options?: MockServerOptions & { signedIn?: boolean }) => Promise<MockServer>
  /** Opens `path` on a mock server with an API variant. */
  openVariant: (name: keyof typeof variants, path: string) => Promise<MockServer>
}

/** Browser tests against a mock server. Fails when the page throws, logs an error or violates its policy. */
export const test = base.extend<Fixtures>({
  tolerated: [[], { option: true }],
  faults: [
    async ({ browser, context, tolerated }, use) => {
      const faults: string[] = []
      const stop = watch(browser, context, faults)
      await use(faults)
      stop()
      const real = faults.filter((fault) => !tolerated.some((pattern) => pattern.test(fault)))
      expect(real, 'a page threw, logged an error or violated its policy').toEqual([])
    },
    { auto: true },
  ],
  startServer: async ({ context, page, faults }, use) => {
    const started: MockServer[] = []
    await use(async ({ signedIn = true, ...options } = {}) => {
      const server = await startMockServer(options)
      started.push(server)
      if (signedIn) await context.addInitScript(signIn, { origin: server.origin, key: server.key })
      return server
    })
    if (
      !page.isClosed() &&
      (await page.getByRole('heading', { name: pageFailureWords.broken.title, exact: true }).count())
    )
      faults.push('the page broke')
    // Close the page first: requests to a stopped server would count as faults of the page.
    await page.close()
    await Promise.all(started.map((one) => one.close()))
  },
  openVariant: ({ page, startServer }, use) =>
    use(async (name, path) => {
      const server = await startServer({ variant: variants[name] })
      await page.goto(server.origin + path)
      return server
    }),
})

export { expect }

/** Signs in once per origin, so that a test that signs out stays signed out. */
function signIn({ origin, key }: { origin: string; key: string }) {
  if (location.origin !== origin || localStorage.getItem('test-signed-in')) return
  localStorage.setItem('test-signed-in', 'yes')
  localStorage.setItem(`seo-reports:key:${origin}`, key)
}

export const rows = (page: Page) => page.locator('main tbody tr[data-row]')
