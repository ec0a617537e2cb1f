import { pendingWords, runningWords as words, analyseWords } from '#web/analyse/words.ts'
import { addWords } from '#web/jobs/words.ts'
import { reportActionWords } from '#web/reports/report/words.ts'
import { reportMissingWords } from '#web/reports/words.ts'
import type { Service } from './support/service.ts'
import { expect, filesFetched, keysWork, test } from './support/test.ts'

const field = analyseWords.label

/** Counts the reports of one URL only: analyses of other tests can still be running. */
const countOf = async (service: Service, url: string): Promise<number> =>
  (await service.api(`/api/v1/reports?${new URLSearchParams({ search: url })}`)).body.meta.total

test('a URL without a scheme is tried with https, then with http, and the page says so', async ({ page, pages }) => {
  await page.goto('/websites')
  await page.getByLabel(field).fill(`${pages.host}/handwerk`)
  await page.getByRole('button', { name: 'Analyse', exact: true }).click()
  await expect(page).toHaveURL(/\/reports\/\d+/)
  await expect(page.locator('h1')).toContainText(`http://${pages.host}/handwerk`)
  await expect(page.getByText(words.http(`https://${pages.host}/handwerk`))).toBeVisible()
  await expect(page.getByLabel(field)).toHaveValue('')
})

test('a URL with https is not tried with http, and its error is shown', async ({ page, pages }) => {
  await page.goto('/websites')
  await page.getByLabel(field).fill(`https://${pages.host}/handwerk`)
  await page.getByLabel(field).press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel(field)).toHaveValue(`https://${pages.host}/handwerk`)
})

for (const [what, path, sentence] of [
  ['a PDF', '/brochure.pdf', /HTML/],
  ['a redirect loop', '/loop', /redirect/i],
  ['a bot check', '/challenge', /Cloudflare.*403.*Allow our user agent “SEO-Reports\//],
] as const) {
  test(`${what} shows an error next to the field and keeps the text`, async ({ page, pages, service }) => {
    await page.goto('/reports')
    await page.getByLabel(field).fill(pages.origin + path)
    await page.getByLabel(field).press('Enter')
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(page.getByLabel(field)).toHaveValue(pages.origin + path)
    await expect(page.getByLabel(field)).toBeFocused()
    expect(await countOf(service, pages.origin + path)).toBe(0)
  })
}

test('an empty field shows what to enter', async ({ page }) => {
  await page.goto('/reports')
  await page.getByRole('button', { name: 'Analyse', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Enter a page URL')
})

for (const [how, text] of [
  ['on two lines', 'https://one.example/a\nhttps://two.example/b\n'],
  ['separated by a space', 'https://one.example/a https://two.example/b'],
  ['separated by a comma', 'one.example/a, two.example/b'],
] as const) {
  test(`two URLs ${how} open the list of URLs, one a line`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/reports')
    await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
    await page.getByLabel(field).press('Control+v')
    if (!text.includes('\n')) await page.getByLabel(field).press('Enter')
    const list = page.getByRole('dialog').getByLabel(addWords.urls)
    await expect(list).toHaveValue(/^(https:\/\/)?one\.example\/a\n(https:\/\/)?two\.example\/b\n?$/)
    await expect(list).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByLabel(field)).toBeFocused()
  })
}

test('while offline a URL waits, the page says so, and it is analysed when the browser is online', async ({
  page,
  context,
  pages,
}) => {
  await page.goto('/reports')
  await keysWork(page)
  await filesFetched(page, 'adding')
  const posts: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && posts.push(request.url())))
  await context.setOffline(true)
  await page.getByLabel(field).fill(`${pages.origin}/article?offline`)
  await page.getByLabel(field).press('Enter')
  const running = page.getByRole('region', { name: words.label })
  await expect(running).toContainText(words.offline)
  await expect(running).toContainText('/article?offline')
  await expect(page.getByLabel(field)).toHaveValue('')
  expect(posts).toEqual([])
  await context.setOffline(false)
  const ready = page.getByText(words.ready(`${pages.origin}/article?offline`, 1).split(' ready.')[0] ?? '')
  await expect(ready).toBeVisible()
  await page.getByRole('button', { name: words.open }).click()
  await expect(page).toHaveURL(/\/reports\/\d+/)
})

test('what is typed before the first URL starts stays in the field', async ({ page, pages }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/run-analyses-/, (route) => held.then(() => route.fallback()))
  await page.goto('/reports')
  await keysWork(page)
  const respond = pages.hold('/article?held')
  await page.getByLabel(field).fill(`${pages.origin}/article?held`)
  await page.getByLabel(field).press('Enter')
  await page.getByLabel(field).fill(`${pages.origin}/article?typed`)
  release()
  await expect(page.getByRole('region', { name: words.label })).toContainText('/article?held')
  await expect(page.getByLabel(field)).toHaveValue(`${pages.origin}/article?typed`)
  respond()
  await expect(page.getByText(`Report of ${pages.origin}/article?held ready.`)).toBeVisible()
  await expect(page.getByLabel(field)).toHaveValue(`${pages.origin}/article?typed`)
})

test('a URL that waits survives a reload', async ({ page, pages }) => {
  await page.goto('/reports')
  await keysWork(page)
  const respond = pages.hold('/article?first')
  await page.getByLabel(field).fill(`${pages.origin}/article?first`)
  await page.getByLabel(field).press('Enter')
  await page.getByLabel(field).fill(`${pages.origin}/article?waits`)
  await page.getByLabel(field).press('Enter')
  await expect(page.getByRole('region', { name: words.label })).toContainText('/article?waits')
  await page.reload()
  respond()
  await expect(page.getByText(/Report of .*article\?waits ready/)).toBeVisible()
})

test('while a report is made its stage is shown, and the next URL can be queued', async ({ page, pages }) => {
  const respond = pages.hold('/article?long')
  await page.goto('/reports')
  await page.getByLabel(field).fill(`${pages.origin}/article?long`)
  await page.getByLabel(field).press('Enter')
  const running = page.getByRole('region', { name: words.label })
  await expect(running).toContainText(words.stage({ name: 'fetching', done: null, total: null }))
  await page.getByLabel(field).fill(`${pages.origin}/category?next`)
  await page.getByLabel(field).press('Enter')
  await expect(page.getByLabel(field)).toHaveValue('')
  await expect(running).toContainText('/category?next')
  respond()
  for (const path of ['/article?long', '/category?next'])
    await expect(page.getByText(`Report of ${pages.origin}${path} ready.`)).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL('/reports')
  await expect(running).toHaveCount(0)
})

test('while offline a report is not run again, and the page says so', async ({ page, context, pages, service }) => {
  const { body } = await service.api('/api/v1/reports', {
    method: 'POST',
    body: new URLSearchParams({ url: `${pages.origin}/article?again` }),
  })
  await page.goto(`/reports/${body.data.id}`)
  await keysWork(page)
  await filesFetched(page, 'report-facts')
  await context.setOffline(true)
  await page.getByRole('button', { name: reportActionWords.again }).click()
  await expect(page.getByRole('alert')).toContainText('You’re offline, so nothing was sent.')
  await expect(page.getByRole('region', { name: pendingWords.label })).toHaveCount(0)
})

test('a slow analysis shows the elapsed time and can be cancelled without losing the text', async ({ page, pages }) => {
  const respond = pages.hold('/article?cancelled')
  await page.goto('/reports')
  await page.getByLabel(field).fill(`${pages.origin}/article?cancelled`)
  await page.getByLabel(field).press('Enter')
  await expect(page.getByRole('region', { name: words.label })).toContainText(/\d s/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel(field)).toHaveValue(`${pages.origin}/article?cancelled`)
  await expect(page).toHaveURL('/reports')
  respond()
})

test('submitting twice creates one report', async ({ page, pages, service }) => {
  const url = `${pages.origin}/article?submitted-twice`
  await page.goto('/reports')
  await page.getByLabel(field).fill(url)
  await page.getByLabel(field).press('Enter')
  await page.getByLabel(field).press('Enter')
  await expect(page).toHaveURL(/\/reports\/\d+/)
  expect(await countOf(service, url)).toBe(1)
})

test('Run again creates a new report of the same URL, and Delete returns to the list', async ({
  page,
  pages,
  service,
}) => {
  const made = await service.api('/api/v1/reports', {
    method: 'POST',
    body: new URLSearchParams({ url: `${pages.origin}/category` }),
  })
  expect(made.status).toBe(201)
  await page.goto(`/reports/${made.body.data.id}`)
  await page.getByRole('button', { name: reportActionWords.again }).click()
  await expect(page).not.toHaveURL(`/reports/${made.body.data.id}`)
  await expect(page).toHaveURL(/\/reports\/\d+/)
  const again = Number(new URL(page.url()).pathname.split('/').at(-1))
  expect(again).toBeGreaterThan(made.body.data.id)

  await page.getByRole('button', { name: reportActionWords.more }).click()
  await page.getByRole('menuitem', { name: reportActionWords.remove }).click()
  await expect(page).toHaveURL(/\/reports(\?|$)/)
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' }).last().click()
  await expect.poll(async () => (await service.api(`/api/v1/reports/${again}`)).status).toBe(404)

  await page.goto(`/reports/${again}`)
  await expect(page.locator('h1')).toHaveText(reportMissingWords.title)
  await page.getByRole('link', { name: reportMissingWords.openLatest }).click()
  await expect(page).toHaveURL(`/reports/${made.body.data.id}`)
})
