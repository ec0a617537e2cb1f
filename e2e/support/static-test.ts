import type { BrowserContext, Page } from '@playwright/test'
import type { Rehearsal } from './rehearsal/rehearsal.ts'
import { expect, test as base } from './rehearsal/test.ts'
import { startStaticHost, type StaticHost } from './static-host.ts'

export { expect }

const hosted =
  (folder?: string) =>
  async ({}, use: (host: StaticHost) => Promise<void>) => {
    const host = await startStaticHost(folder)
    await use(host)
    await host.close()
  }

/** Browser tests of a dashboard that a web host serves, built once for each worker: at the root, and in a folder. */
export const test = base.extend<object, { host: StaticHost; hostOfFolder: StaticHost }>({
  host: [hosted(), { scope: 'worker', timeout: 90_000 }],
  hostOfFolder: [hosted('/seo/'), { scope: 'worker', timeout: 90_000 }],
  baseURL: async ({ host }, use) => use(host.origin),
})

/** What a server is called until somebody calls it otherwise. */
export const nameOf = ({ origin }: Rehearsal) => origin.slice('http://'.length)
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const addressField = (page: Page) => page.getByLabel('Server address')
export const keyField = (page: Page) => page.getByLabel('API key')

export async function signIn(page: Page, { origin, key }: Pick<Rehearsal, 'origin' | 'key'>) {
  await addressField(page).fill(origin)
  await keyField(page).fill(key)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** What the field says is wrong. */
export const faultOf = async (field: ReturnType<typeof addressField>) => {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  const [id] = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').filter((one) => one.endsWith('-error'))
  return field.page().locator(`[id="${id}"]`)
}

/** A browser that was signed in to the servers, the last one being in use. */
export async function knowing(context: BrowserContext, ...servers: Rehearsal[]) {
  await context.addInitScript(
    (known: { origin: string; key: string }[]) => {
      if (localStorage.getItem('known')) return
      localStorage.setItem('known', 'yes')
      localStorage.setItem(
        'seo-reports:servers',
        JSON.stringify(known.map(({ origin }) => ({ address: origin, name: origin.slice('http://'.length) }))),
      )
      for (const { origin, key } of known) {
        localStorage.setItem(`seo-reports:key:${origin}`, key)
        localStorage.setItem('seo-reports:server', origin)
      }
    },
    servers.map(({ origin, key }) => ({ origin, key })),
  )
}
