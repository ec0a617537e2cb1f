import type { Page } from '@playwright/test'
import { analyseWords } from '#web/analyse/words.ts'
import { bannerWords } from '#web/app/words.ts'
import { describeError, errorWords } from '#web/data/error-words.ts'
import { deletingWords, reportsWords } from '#web/reports/words.ts'
import { keyDialogWords, signInWords } from '#web/session/words.ts'
import { redirectToLogin, reset, silence, status, truncated } from './support/mock-server/faults.ts'
import type { MockServer, Reaction } from './support/mock-server/mock-server.ts'
import { expect, test } from './support/mock-server/test.ts'
import { keysWork } from './support/test.ts'

const alerts = (page: Page) => page.getByRole('alert')

type Facts = Parameters<typeof describeError>[0]
const inSentences = ({ title, text }: { title: string; text: string }) => `${title}. ${text}`
const sentence = (kind: Facts['kind'], status: number | null = null, message = '') =>
  inSentences(describeError({ kind, status, message }))
const unreadable = (bodyKind: NonNullable<Facts['bodyKind']>) =>
  inSentences(describeError({ kind: 'unreadable', status: null, message: '', bodyKind }))

type Profile = {
  name: string
  reaction: Reaction
  says: string
  retry?: string | false
  waits?: number
}

/** Automatic retries end after 7 seconds, which the mocked clock skips. A rate limit takes longer. */
const lists: Profile[] = [
  {
    name: 'a server error',
    reaction: status(500, { body: { message: 'Server error.', request_id: 'r-1' } }),
    says: sentence('server', 500),
    waits: 8000,
  },
  { name: 'data cut in the middle', reaction: truncated(), says: unreadable('part') },
  { name: 'a reset connection', reaction: reset(), says: sentence('network'), waits: 8000 },
]

test.describe('a list request answered with', () => {
  for (const { name, reaction, says, waits } of lists) {
    test(`${name} shows one message with a way to continue @all`, async ({ page, startServer }) => {
      const server = await startServer()
      const ends = server.on('GET', '/reports', reaction)
      if (waits) await page.clock.install()
      await page.goto(`${server.origin}/reports`)
      if (waits) await passing(page, server, waits)
      await expect(alerts(page)).toContainText(says)
      await expect(alerts(page)).toHaveCount(1)
      ends()
      await alerts(page).getByRole('button', { name: errorWords.retry }).click()
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      await expect(alerts(page)).toHaveCount(0)
    })
  }

  /** Advances the clock once the page waits. */
  async function passing(page: Page, { requests }: MockServer, ms: number) {
    await expect.poll(() => requests.filter(({ path }) => path === '/reports').length).toBeGreaterThan(0)
    const count = async () => {
      await page.clock.runFor(ms / 8)
      return alerts(page).count()
    }
    // Responses need real time, which a busy machine has less of.
    await expect.poll(count, { intervals: [300], timeout: 30_000 }).toBe(1)
  }

  test('a rate limit shows a countdown and then continues automatically @all', async ({ page, startServer }) => {
    const server = await startServer()
    await page.clock.install()
    server.on('GET', '/reports', status(429, { body: {}, headers: { 'retry-after': '60' } }), 1)
    await page.goto(`${server.origin}/reports`)
    const banner = page.getByText(/Too many requests right now\. Trying again in \d+ seconds?\./)
    const left = async () => Number(/\d+/.exec(await banner.innerText()))
    const before = await left()
    expect(before).toBeLessThanOrEqual(61)
    expect(before).toBeGreaterThan(30)
    await page.clock.runFor(10_000)
    await expect.poll(left).toBeLessThanOrEqual(before - 10)
    expect(server.requests.filter(({ path }) => path === '/reports')).toHaveLength(1)
    await page.clock.runFor(51_000)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByText(describeError({ kind: 'limited', status: 429, message: '' }).title)).toHaveCount(0)
  })

  test("retrying stops if the rate limit doesn't end, and the message disappears @all", async ({
    page,
    startServer,
  }) => {
    const server = await startServer()
    await page.clock.install()
    server.on('GET', '/reports', status(429, { body: {}, headers: { 'retry-after': '30' } }))
    await page.goto(`${server.origin}/reports`)
    await expect(page.getByText(/Trying again in/)).toBeVisible()
    await passing(page, server, 64_000)
    await expect(alerts(page)).toHaveText(/Too many requests\./)
    await expect(page.getByText(/Trying again in/)).toHaveCount(0)
  })
})

test('a rejected key is asked for in a dialog, and other tabs follow @all', async ({ page, context, startServer }) => {
  const server = await startServer()
  await page.goto(`${server.origin}/reports?result=bad`)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${server.origin}/websites`)
  await expect(other.getByRole('row').nth(3)).toBeVisible()
  await page.getByLabel(analyseWords.label).fill('copper-cellar.example')
  server.key = 'another'
  for (const one of [other, page]) {
    await one.bringToFront()
    await one.getByRole('searchbox').fill('example')
    await expect(one.getByRole('dialog')).toContainText(keyDialogWords.title)
    await expect(one.getByRole('row', { includeHidden: true }).nth(3)).toBeVisible()
  }
  await page.getByRole('dialog').getByLabel(signInWords.label).fill('another')
  await page.getByRole('dialog').getByRole('button', { name: keyDialogWords.submit }).click()
  for (const one of [page, other]) {
    await expect(one.getByRole('dialog')).toBeHidden()
    await expect(one.getByRole('row').nth(3)).toBeVisible()
    await expect(one.getByRole('alert')).toHaveCount(0)
  }
  await expect(page.getByLabel(analyseWords.label)).toHaveValue('copper-cellar.example')
  await expect(page.getByRole('searchbox')).toHaveValue('example')
})

test('a login page counts as a rejected key, and the dialog can be left @all', async ({ page, startServer }) => {
  const server = await startServer()
  const ends = server.on('GET', '/websites', redirectToLogin())
  await page.goto(`${server.origin}/websites`)
  await page.getByRole('dialog').getByRole('button', { name: keyDialogWords.later }).click()
  await expect(alerts(page)).toHaveText(/Your API key isn’t valid\. It may have expired/)
  ends()
  await alerts(page).getByRole('button', { name: errorWords.enterKey }).click()
  await expect(page.getByRole('row').nth(3)).toBeVisible()
})

test('after sleep the page reloads its data without a timeout message @all', async ({ page, startServer }) => {
  const server = await startServer()
  await page.clock.install()
  // Five seconds after the page the watch for sleep starts, and right after it the other pages are fetched.
  const watched = page.waitForRequest(/activity-page/)
  await page.goto(`${server.origin}/reports`)
  await expect(page.getByText('60', { exact: true }).first()).toBeVisible()
  await keysWork(page)
  const url = 'https://new.example/'
  server.reports.push({ ...server.reports[0]!, id: 61, url, created_at: new Date().toISOString() })
  await page.clock.runFor(6000)
  await watched
  await page.clock.fastForward(8 * 3_600_000)
  await expect(page.getByRole('link', { name: 'Reports 61' })).toBeVisible()
  await expect(alerts(page)).toHaveCount(0)
})

for (const hours of [-5, 5]) {
  test(`with a clock that is ${hours} h off ages are computed by the server's clock @all`, async ({
    page,
    startServer,
  }) => {
    const server = await startServer({ reports: 3 })
    for (const [at, report] of server.reports.entries())
      report.created_at = new Date(Date.now() - at * 3_600_000 - 60_000).toISOString()
    await page.clock.install({ time: Date.now() + hours * 3_600_000 })
    await page.goto(`${server.origin}/reports`)
    await expect(page.getByRole('row').filter({ hasText: '1 hr ago' })).toHaveCount(1)
    await expect(page.getByRole('row').filter({ hasText: '2 hr ago' })).toHaveCount(1)
  })
}

test('without a network the page shows a message, keeps its data and reloads it afterwards @all', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer()
  await page.goto(`${server.origin}/reports`)
  await keysWork(page)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: bannerWords.offline })).toBeVisible()
  await page.getByRole('searchbox', { name: reportsWords.search }).fill('birch')
  await expect(page.locator('[aria-busy=true]').first()).toBeVisible()
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(bannerWords.offline)).toHaveCount(0)
  await expect(page.getByRole('row').nth(1)).toContainText('birch')
})

// The links to the overview and the views are shown until the server has described itself.
for (const [what, reaction, isUnknown] of [
  ['fails', status(500, { body: {} }), true],
  ['says nothing', silence(), true],
  ['is forbidden', status(403, { body: {} }), false],
] as const) {
  test(`if the request for the server's extensions ${what}, everything specified works @all`, async ({
    page,
    startServer,
  }) => {
    const server = await startServer()
    server.on('GET', '', reaction)
    await page.goto(`${server.origin}/reports`)
    const links = [
      /SEO Reports/,
      ...(isUnknown ? [/^Overview/] : []),
      /^Reports/,
      /^Websites/,
      ...(isUnknown ? [/^Views/] : []),
      /^Settings/,
    ]
    await expect(page.getByRole('navigation').getByRole('link')).toHaveText(links)
    const row = page.getByRole('row').nth(1)
    await row.hover()
    await row.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: deletingWords.confirm(1) })
      .click()
    await expect(page.getByText(deletingWords.done(1))).toBeVisible()
    await expect(alerts(page)).toHaveCount(0)
  })
}

test.describe('a dashboard whose scripts fail to load', () => {
  test.use({ tolerated: [/Failed to load resource/] })
  for (const part of ['app', 'libraries']) {
    test(`shows a message if ${part} is missing and works after a reload @all`, async ({ page, startServer }) => {
      const { origin } = await startServer()
      await page.route(new RegExp(`/assets/${part}-[^/]*\\.js$`), (route) => route.abort())
      await page.goto(`${origin}/reports`)
      await expect(page.getByRole('alert')).toHaveText(
        'The dashboard didn’t load. Check your connection, then reload the page.',
      )
      await page.unrouteAll()
      await page.getByRole('link', { name: 'reload the page' }).click()
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
  }
})
