import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formWords } from '#web/forms/words.ts'
import { identityWords as words, tryWords } from '#web/identity/words.ts'
import { websiteWords } from '#web/websites/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { startService } from './support/service.ts'
import { expect, signInByKey, test } from './support/test.ts'

const password = 'pa55-w0rd'

/** Starts a website that wants a username and a password, and records the requests that had them. */
async function startStaging() {
  const html = '<!doctype html><html lang="en"><title>Staging</title><h1>Staging</h1><p>Lamps for desks.</p></html>'
  const expected = `Basic ${btoa(`ada:${password}`)}`
  const letIn: string[] = []
  const server = createServer(({ url = '', headers: { authorization } }, response) => {
    if (authorization === expected) letIn.push(url)
    const status = authorization === expected ? 200 : 401
    response
      .writeHead(status, { 'content-type': 'text/html', 'www-authenticate': 'Basic' })
      .end(status === 200 ? html : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, origin: `http://${host}`, letIn, close: () => new Promise((resolve) => server.close(resolve)) }
}

test('a website behind a password is let in by its identity, which is never shown again', async ({ browser }) => {
  test.setTimeout(120_000)
  const staging = await startStaging()
  const service = await startService({ allowHosts: [staging.host] })
  const post = (path: string, form: Record<string, string>) =>
    service.api(path, { method: 'POST', body: new URLSearchParams(form) })
  expect((await post('/api/v1/domains', { domain: staging.host })).status).toBe(201)
  const refused = await post('/api/v1/reports', { url: `${staging.origin}/` })
  expect([refused.status, refused.body.code]).toEqual([422, 'refused'])

  const signIn = async (key: string) => {
    const context = await browser.newContext({ baseURL: service.origin, storageState: { cookies: [], origins: [] } })
    const page = await context.newPage()
    await page.goto('/sign-in')
    await signInByKey(page, key)
    // Left earlier, the page would not have the key yet.
    await expect(page).toHaveURL('/')
    return page
  }
  const page = await signIn(service.key)
  await page.goto('/websites/1')
  await page.getByRole('button', { name: websiteWords.more }).click()
  await page.getByRole('menuitem', { name: websiteWords.identity }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title(staging.host))
  await expectNoFindings(page, 'empty identity', [desk, phone])
  await page.setViewportSize(desk)

  const attempt = async () => {
    await page.getByRole('textbox', { name: 'URL', exact: true }).fill(`${staging.origin}/`)
    await page.getByRole('button', { name: tryWords.submit }).click()
  }
  await attempt()
  await expect(page.getByText(/asks for a username and password/)).toBeVisible()
  await expect(page.getByText(tryWords.nothingSent)).toBeVisible()

  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Request headers' }).fill('X-Staging: s3cret')
  await page.getByRole('link', { name: words.cancel }).click()
  await page.getByRole('button', { name: formWords.guard.stay }).click()
  await page.getByRole('button', { name: formWords.save }).click()
  await expect(page.getByText(words.saved(staging.host))).toBeVisible()
  await expect(page.getByRole('group', { name: words.basic })).toContainText(words.set)
  await attempt()
  await expect(page.getByText('The page is reachable (status 200).')).toBeVisible()
  await expect(page.getByText(tryWords.sent([tryWords.parts.headers, tryWords.parts.basic]))).toBeVisible()
  await page.getByText(tryWords.seen, { exact: true }).click()
  await expect(page.getByLabel(tryWords.seen)).toContainText('Authorization: Basic •••')
  expect(await page.content()).not.toMatch(new RegExp(`${password}|s3cret|${btoa(`ada:${password}`)}`))
  await expectNoFindings(page, 'identity', [desk, phone])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  const made = await post('/api/v1/reports', { url: `${staging.origin}/` })
  expect([made.status, made.body.data?.title]).toEqual([201, 'Staging'])
  expect(staging.letIn.filter((url) => url === '/').length).toBeGreaterThan(1)

  const reading = await signIn(await service.command('key', 'create', '--name', 'Reading', '--role', 'read'))
  await reading.goto('/websites/1/identity')
  await expect(reading.getByText(words.isSet)).toBeVisible()
  await expect(reading.getByRole('button', { name: formWords.save })).toHaveCount(0)
  await expectNoFindings(reading, 'identity of a read-only key', [desk, phone])

  for (const one of [page, reading]) await one.context().close()
  await service.stop()
  await staging.close()
})
