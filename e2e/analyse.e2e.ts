import { pendingWords, problemWords, runningWords as words, analyseWords } from '#web/analyse/words.ts'
import { wordsOf } from '#web/data/error-words.ts'
import { addWords } from '#web/jobs/words.ts'
import { reportActionWords } from '#web/reports/report/words.ts'
import { reportMissingWords } from '#web/reports/words.ts'
import { analysePage, expect, filesFetched, keysWork, pageForm, test } from './support/test.ts'

const field = analyseWords.label

test('while offline a URL waits, the page says so, and it is analysed when the browser is online @all', async ({
  page,
  context,
  pages,
}) => {
  await page.goto('/reports')
  await keysWork(page)
  await filesFetched(page, 'adding')
  const posts: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && posts.push(request.url())))
  const input = await pageForm(page)
  await context.setOffline(true)
  await input.fill(`${pages.origin}/article?offline`)
  await input.press('Enter')
  const running = page.getByRole('region', { name: words.label })
  await expect(running).toContainText(words.offline)
  await expect(running).toContainText('/article?offline')
  await expect(page.getByLabel(field)).toHaveValue('')
  expect(posts).toEqual([])
  await context.setOffline(false)
  const ready = page.getByText(words.ready(`${pages.origin}/article?offline`, 1).split(' ready.')[0] ?? '')
  await expect(ready).toBeVisible()
  await page.getByRole('button', { name: analyseWords.close }).click()
  await page.getByRole('button', { name: words.open }).click()
  await expect(page).toHaveURL(/\/reports\/\d+/)
})

test('what is typed before the first URL starts stays in the field @all', async ({ page, pages }) => {
  await page.goto('/reports')
  await keysWork(page)
  const respond = pages.hold('/article?held')
  await analysePage(page, `${pages.origin}/article?held`)
  await page.getByLabel(field).fill(`${pages.origin}/article?typed`)
  await expect(page.getByRole('region', { name: words.label })).toContainText('/article?held')
  await expect(page.getByLabel(field)).toHaveValue(`${pages.origin}/article?typed`)
  respond()
  await expect(page.getByText(`Report of ${pages.origin}/article?held ready.`)).toBeVisible()
  await expect(page.getByLabel(field)).toHaveValue(`${pages.origin}/article?typed`)
})

test('a URL that waits survives a reload @all', async ({ page, pages }) => {
  await page.goto('/reports')
  await keysWork(page)
  const respond = pages.hold('/article?first')
  await analysePage(page, `${pages.origin}/article?first`)
  await page.getByLabel(field).fill(`${pages.origin}/article?waits`)
  await page.getByLabel(field).press('Enter')
  await expect(page.getByRole('region', { name: words.label })).toContainText('/article?waits')
  await page.reload()
  respond()
  await expect(page.getByText(/Report of .*article\?waits ready/)).toBeVisible()
})

test('while a report is made its stage is shown, and the next URL can be queued @all', async ({ page, pages }) => {
  const respond = pages.hold('/article?long')
  await page.goto('/reports')
  await analysePage(page, `${pages.origin}/article?long`)
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

test('while offline a report is not run again, and the page says so @all', async ({
  page,
  context,
  pages,
  service,
}) => {
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

test('a page whose website is slow can be analysed in the background @all', async ({ page, pages }) => {
  const json = { code: 'slow_host', message: 'Other pages of this host are still being analysed.', status: 503 }
  await page.route('**/api/v1/reports', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, headers: { 'retry-after': '60' }, json })
      : route.fallback(),
  )
  await page.goto('/reports')
  await keysWork(page)
  const url = `${pages.origin}/article?slow`
  await analysePage(page, url)
  await expect(page.getByRole('alert').filter({ hasText: 'slow' })).toContainText(wordsOf('slow_host')?.text ?? '?')
  await page.getByRole('button', { name: problemWords.inBackground }).click()
  await expect(page.getByRole('dialog', { name: addWords.title }).getByRole('textbox').first()).toHaveValue(url)
})
