import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import { serverWords, signInWords } from '#web/session/words.ts'
import type { MockServer } from './mock-server/mock-server.ts'
import { expect, test as base } from './mock-server/test.ts'
import { contentTypeOf } from './web-files.ts'

export { expect }

const run = promisify(execFile)
const root = new URL('../../', import.meta.url)

/** A static web host: serves a folder below `base`, and its index.html for every path there without a file. */
type StaticHost = { origin: string; base: string; close(): Promise<void> }

/** Runs the static build and serves the result. */
async function startStaticHost(base = '/'): Promise<StaticHost> {
  const above = await mkdtemp(join(tmpdir(), 'seo static '))
  const folder = join(above, 'built')
  await run(process.execPath, ['scripts/build-static.mjs', '--out', folder, '--base', base], { cwd: root })
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (!pathname.startsWith(base))
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not below here.')
    const path = join(folder, pathname.slice(base.length) || 'index.html')
    const file = await readFile(path).catch(() => null)
    response.writeHead(200, { 'content-type': file ? contentTypeOf(path) : 'text/html; charset=utf-8' })
    response.end(file ?? (await readFile(join(folder, 'index.html'))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    base,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(above, { recursive: true, force: true })
    },
  }
}

const hosted =
  (folder?: string) =>
  async ({}, use: (host: StaticHost) => Promise<void>) => {
    const host = await startStaticHost(folder)
    await use(host)
    await host.close()
  }

/** Browser tests of the static build, served at the root and in a folder of a web host. Built once per worker. */
export const test = base.extend<object, { host: StaticHost; hostOfFolder: StaticHost }>({
  host: [hosted(), { scope: 'worker', timeout: 90_000 }],
  hostOfFolder: [hosted('/seo/'), { scope: 'worker', timeout: 90_000 }],
  baseURL: async ({ host }, use) => use(host.origin),
})

/** The default name of a server. */
export const nameOf = ({ origin }: MockServer) => origin.slice('http://'.length)
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const addressField = (page: Page) => page.getByLabel(serverWords.address)
export const keyField = (page: Page) => page.getByLabel(signInWords.label)

export async function signIn(page: Page, { origin, key }: Pick<MockServer, 'origin' | 'key'>) {
  await addressField(page).fill(origin)
  await keyField(page).fill(key)
  await page.getByRole('button', { name: signInWords.submit, exact: true }).click()
}

/** Expects the field to be invalid and returns its error message. */
export const errorOf = async (field: ReturnType<typeof addressField>) => {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  const [id] = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').filter((one) => one.endsWith('-error'))
  return field.page().locator(`[id="${id}"]`)
}

/** Signs the browser in to the servers. It uses the last one. */
export async function signedInTo(context: BrowserContext, ...servers: MockServer[]) {
  await context.addInitScript(
    (known: { origin: string; key: string }[]) => {
      // The empty page of a new tab has no storage.
      if (location.origin === 'null' || localStorage.getItem('test-signed-in')) return
      localStorage.setItem('test-signed-in', 'yes')
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
