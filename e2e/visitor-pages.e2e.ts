import type { Page, Request } from '@playwright/test'
import { visitorListWords, listWords } from '#web/list/words.ts'
import { reportsWords } from '#web/reports/words.ts'
import { unlockWords, visitorWords } from '#web/session/words.ts'
import { summaryWords } from '#web/websites/summary/words.ts'
import { websiteTabsWords, websiteWords } from '#web/websites/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import type { Service } from './support/service.ts'
import { analyseButton, expect, settled, signInByKey, test } from './support/test.ts'

// These tests run as a visitor: the browser has no key.
test.use({ storageState: { cookies: [], origins: [] } })

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
async function sortBy(page: Page, order: string) {
  const tools = page.getByRole('button', { name: visitorListWords.tools })
  if ((await tools.getAttribute('aria-expanded')) === 'false') await tools.click()
  await page.getByRole('combobox', { name: /^Sort/ }).selectOption(order)
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Returns a seeded website with the given privacy, the number of its pages, and the lowest-scored latest report. */
async function websiteWith(service: Service, place: number, privacy: Record<string, string>) {
  const websites = (await service.api('/api/v1/websites?sort_by=reports_count')).body.data as {
    id: number
    domain: string
  }[]
  const site = websites.filter(({ domain }) => domain.endsWith('.example'))[place]!
  expect((await put(service, site.id, privacy)).status).toBe(200)
  const reports = (await service.api(`/api/v1/reports?website_id=${site.id}&latest=1&sort_by=score&sort=asc`)).body
  return {
    id: site.id,
    domain: site.domain,
    report: reports.data[0] as { id: number; url: string },
    total: reports.meta.total as number,
  }
}

const put = (service: Service, id: number, form: Record<string, string>) =>
  service.api(`/api/v1/websites/${id}`, { method: 'PUT', body: new URLSearchParams(form) })

async function linkTo(service: Service, form: Record<string, string>) {
  const { status, body } = await service.api('/api/v1/links', { method: 'POST', body: new URLSearchParams(form) })
  expect(status).toBe(201)
  return { id: body.data.id as number, path: `/s/${body.data.token}` }
}

/** Records the page's API requests and whether they had a key. */
function watchCalls(page: Page) {
  const calls: { path: string; key: boolean }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/'))
      calls.push({ path: pathname.slice('/api/v1'.length), key: 'authorization' in request.headers() })
  })
  return calls
}

/** Returns a function that waits until each API request of the page so far has its response. */
function watchOpenCalls(page: Page) {
  const open = new Set<Request>()
  page.on('request', (request) => void (new URL(request.url()).pathname.startsWith('/api/') && open.add(request)))
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
  return () => expect.poll(() => open.size).toBe(0)
}

test('every link of a public report is large enough to touch at 320 px @all', async ({ page, pages, service }) => {
  const { body } = await service.api('/api/v1/reports', {
    method: 'POST',
    body: new URLSearchParams({ url: `${pages.origin}/category` }),
  })
  await put(service, body.data.website_id, { privacy: '0' })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/reports/${body.data.id}`)
  await settled(page)
  await page.evaluate(() => {
    for (const check of [...document.querySelectorAll('details')].slice(0, 12)) check.open = true
  })
  await expectNoFindings(page, 'a public report with open checks')
})

test('a public website and its reports open without a key, with list controls and no actions', async ({
  page,
  service,
}) => {
  const site = await websiteWith(service, 0, { privacy: '0' })
  const calls = watchCalls(page)
  await page.goto(`/websites/${site.id}`)
  await expect(heading(page)).toHaveText(site.domain)
  await expect(page.getByText(visitorWords.readOnly)).toBeVisible()
  await expect(page.getByRole('region', { name: summaryWords.label })).toContainText(/What was fixed/)
  await expect(rowsOf(page)).toHaveCount(10)
  await expectNoFindings(page, 'a shared website')
  const head = page.locator('link[rel=canonical], meta[property^="og:"]')
  await expect(head).not.toHaveCount(0)

  await sortBy(page, 'Lowest score first')
  await expect(page).toHaveURL(`/websites/${site.id}?sort_by=score&sort=asc`)
  await page.getByRole('button', { name: listWords.nextPage }).click()
  await expect(page).toHaveURL(/page=2$/)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`11–20 of ${site.total}`)
  await rowsOf(page).nth(2).getByRole('link').click()
  await expect(page).toHaveURL(/\/reports\/\d+\?list=/)
  await expect(page.getByText(`13 of ${site.total}`)).toBeVisible()
  // They described the page that was opened first.
  await expect(head).toHaveCount(0)
  await expect(
    page.getByRole('region', { name: 'Score' }).or(page.locator('[aria-label="Score"]')).first(),
  ).toBeVisible()
  await page.getByRole('link', { name: /^Next report/ }).click()
  await expect(page.getByText(`14 of ${site.total}`)).toBeVisible()
  await expectNoFindings(page, 'a shared report')
  await page.getByRole('link', { name: visitorWords.itsReports(site.domain) }).click()
  await expect(page).toHaveURL(/^[^?]*\/websites\/\d+\?.*page=2/)
  await expect(rowsOf(page)).toHaveCount(10)

  await expect(analyseButton(page)).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Export|Delete|Run again|Save view|Actions for|Privacy/ })).toHaveCount(
    0,
  )
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  expect(calls.filter(({ path, key }) => key || !/^(\/shared\/.+|\/checks|)$/.test(path))).toEqual([])
})

test('private and missing pages look alike, and a key opens the same URL', async ({ page, service }) => {
  const site = await websiteWith(service, 1, { privacy: '1' })
  const texts: string[] = []
  for (const path of [
    `/reports/${site.report.id}`,
    '/reports/99999999',
    `/websites/${site.id}`,
    '/websites/99999999',
    '/reports/none',
  ]) {
    await page.goto(path)
    await expect(heading(page)).toHaveText(visitorWords.nothing.title)
    await settled(page)
    texts.push(`${await page.title()} ${await page.locator('body').innerText()}`)
  }
  expect(new Set(texts).size).toBe(1)
  await expect(page.getByText('Shared with you')).toBeHidden()
  await expectNoFindings(page, 'nothing here')

  await page.goto(`/reports/${site.report.id}`)
  await page.getByRole('main').getByRole('link', { name: visitorWords.signIn }).click()
  await signInByKey(page, service.key)
  await expect(page).toHaveURL(`/reports/${site.report.id}`)
  await expect(page).toHaveTitle(new RegExp(site.report.url.replace(/[.?]/g, '\\$&')))
  await expect(analyseButton(page)).toBeVisible()
})

test('a password unlocks a website until it is forgotten or changed', async ({ page, service }) => {
  const site = await websiteWith(service, 2, { privacy: '2', password: 'open sesame' })
  const password = page.getByRole('textbox', { name: 'Password' })
  const allAnswered = watchOpenCalls(page)
  await page.goto(`/reports/${site.report.id}`)
  await expect(heading(page)).toHaveText(unlockWords.title)
  expect(await page.content()).not.toContain(site.domain)
  await expect(password).toBeFocused()
  await password.fill('open barley')
  await password.press('Enter')
  await expect(page.getByText('Wrong password.')).toBeVisible()
  await expect(password).toBeFocused()
  await expect(password).toHaveValue('open barley')
  await expectNoFindings(page, 'a password asked for')

  await password.fill('open sesame')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveTitle(new RegExp(site.domain))
  await expect(heading(page)).toBeFocused()
  expect(page.url()).not.toContain('sesame')
  await page.getByRole('link', { name: site.domain, exact: true }).click()
  await expect(rowsOf(page)).toHaveCount(10)

  await page.getByRole('button', { name: unlockWords.lockAgain }).click()
  await expect(heading(page)).toHaveText(unlockWords.title)
  await password.fill('open sesame')
  await password.press('Enter')
  await expect(rowsOf(page)).toHaveCount(10)
  await expect(heading(page)).toHaveText(site.domain)
  // A request that came later would already be refused.
  await allAnswered()

  expect((await put(service, site.id, { privacy: '2', password: 'another one' })).status).toBe(200)
  await sortBy(page, 'Lowest score first')
  await expect(heading(page)).toHaveText(unlockWords.title)
  await password.fill('another one')
  await password.press('Enter')
  await expect(page).toHaveURL(`/websites/${site.id}?sort_by=score&sort=asc`)
  await expect(rowsOf(page).first()).toBeVisible()
  await expect(heading(page)).toHaveText(site.domain)
  await allAnswered()

  expect((await put(service, site.id, { privacy: '1' })).status).toBe(200)
  await sortBy(page, reportsWords.order.url.asc)
  await expect(heading(page)).toHaveText(visitorWords.nothing.title)
})

test('visitors see the issues and the history of a shared website, also through a link, and nothing else @all', async ({
  page,
  service,
}) => {
  const site = await websiteWith(service, 5, { privacy: '0' })
  const link = await linkTo(service, { kind: 'website', website_id: String(site.id), mode: 'live' })
  const calls = watchCalls(page)
  for (const path of [`/websites/${site.id}`, link.path]) {
    await page.goto(path)
    const tabs = page.getByRole('navigation', { name: websiteTabsWords.tabs })
    await tabs.getByRole('link', { name: 'Issues' }).press('Enter')
    await expect(page.getByRole('table', { name: 'Issues' }).getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('table', { name: 'Issues' }).locator('th > div > a')).toHaveCount(0)
    const worst = page.getByRole('checkbox', { name: /^Plan to fix/ }).first()
    await worst.press('Space')
    await expect(page).toHaveURL(/\?tab=issues&fixed=[a-z0-9-]+$/)
    await page.reload()
    await expect(worst).toBeChecked()
    await expect(page.getByRole('region', { name: 'Plan' })).toContainText(/^If you fix this: .*average \d+ → \d+/)
    await expectNoFindings(page, 'the issues of a shared website')
    await tabs.getByRole('link', { name: 'History' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
    await tabs.getByRole('link', { name: 'Pages' }).press('Enter')
    await expect(rowsOf(page)).toHaveCount(10)
  }
  expect(calls.filter(({ key }) => key)).toEqual([])
  await put(service, site.id, { privacy: '1' })
})

test('clients see the rows of a shared list, not filters or selectors, until they open them @all', async ({
  page,
  service,
}) => {
  const site = await websiteWith(service, 6, { privacy: '1' })
  const ofWebsite = await linkTo(service, { kind: 'website', website_id: String(site.id), mode: 'live' })
  const ofView = await linkTo(service, { kind: 'view', list: 'reports', query: 'result=bad', mode: 'live' })
  const ofWebsites = await linkTo(service, { kind: 'view', list: 'websites', query: '', mode: 'live' })
  const main = page.getByRole('main')
  const controls = [
    main.getByRole('searchbox'),
    main.getByRole('radio'),
    main.getByRole('checkbox'),
    main.getByRole('combobox', { name: /^Sort/ }),
  ]
  for (const { path } of [ofWebsite, ofView, ofWebsites]) {
    await page.goto(path)
    await expect(rowsOf(page).nth(1)).toBeVisible()
    await settled(page)
    for (const size of [desk, phone]) {
      await page.setViewportSize(size)
      for (const control of controls) await expect(control, `${path} at ${size.width} px`).toHaveCount(0)
    }
    await page.setViewportSize(desk)
    const tools = main.getByRole('button', { name: visitorListWords.tools })
    await expect(tools).toHaveAttribute('aria-expanded', 'false')
    await tools.press('Enter')
    await expect(main.getByRole('searchbox')).toBeVisible()
    await expectNoFindings(page, `open tools at ${path}`, [desk, phone])
  }
  await page.setViewportSize(desk)
  await page.goto(`${ofWebsite.path}?sort_by=score&result=bad`)
  await expect(main.getByRole('radio', { name: 'Bad' })).toBeChecked()
  await page.goto(`${ofWebsite.path}?tab=reports`)
  await expect(main.getByRole('radio', { name: 'Bad' })).toHaveCount(0)
  await main
    .getByRole('region', { name: websiteWords.summary })
    .getByRole('link', { name: /^\d+ indexable$/ })
    .click()
  await expect(main.getByRole('searchbox')).toBeVisible()
  await expect(page.getByRole('link', { name: visitorWords.signIn })).toHaveCount(0)
})

test('a share link opens a private website until it is revoked @all', async ({ page, service, browser, signedIn }) => {
  const site = await websiteWith(service, 4, { privacy: '1' })
  const link = await linkTo(service, { kind: 'website', website_id: String(site.id), mode: 'live' })
  const calls = watchCalls(page)
  const allAnswered = watchOpenCalls(page)
  await page.goto(link.path)
  await expect(heading(page)).toHaveText(site.domain)
  await sortBy(page, 'Lowest score first')
  await expect(page).toHaveURL(`${link.path}?sort_by=score&sort=asc`)
  // The rows of the old order stay until those of the new one arrive.
  await rowsOf(page).first().locator(`a[href*="/reports/${site.report.id}?"]`).click()
  await expect(page).toHaveURL(new RegExp(`^[^?]*${link.path}/reports/${site.report.id}\\?list=`))
  await expect(page.getByText(`1 of ${site.total}`)).toBeVisible()
  await page.getByRole('link', { name: visitorWords.itsReports(site.domain) }).click()
  await expect(page).toHaveURL(`${link.path}?sort_by=score&sort=asc`)
  await expect(rowsOf(page)).toHaveCount(10)

  const owner = await browser.newContext({ storageState: JSON.parse(signedIn), baseURL: service.origin })
  const same = await owner.newPage()
  await same.goto(link.path)
  await expect(heading(same)).toHaveText(site.domain)
  await expect(analyseButton(same)).toHaveCount(0)
  await same.getByRole('link', { name: visitorWords.toDashboard }).click()
  await expect(same).toHaveURL('/reports')
  await expect(analyseButton(same)).toBeVisible()
  await expect(rowsOf(same)).toHaveCount(10)
  await owner.close()
  await expect(heading(page)).toHaveText(site.domain)
  await allAnswered()

  expect((await service.api(`/api/v1/links/${link.id}`, { method: 'DELETE' })).status).toBe(200)
  await sortBy(page, reportsWords.order.url.asc)
  await expect(heading(page)).toHaveText(visitorWords.ended)
  await expect(page.getByText('This link was revoked.')).toBeVisible()
  expect(calls.filter(({ path, key }) => key || !/^(\/shared\/(links\/.+|brand)|\/checks|)$/.test(path))).toEqual([])
})

test('a share link to a view keeps the view’s filters and starts with its order @all', async ({ page, service }) => {
  const { path } = await linkTo(service, {
    kind: 'view',
    list: 'reports',
    query: 'result=bad&sort_by=score&sort=asc',
    mode: 'live',
    label: 'Worst first',
  })
  const { total } = (await service.api('/api/v1/reports?result=bad')).body.meta
  await page.goto(path)
  await expect(page).toHaveURL(`${path}?sort_by=score&sort=asc`)
  await expect(heading(page)).toHaveText('Worst first')
  await expect(page.getByRole('status').filter({ hasText: 'reports' })).toContainText(
    reportsWords.counted(total.toLocaleString('en')),
  )
  await expect(page.getByRole('radio')).toHaveCount(0)
  await sortBy(page, 'Newest first')
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`of ${total.toLocaleString('en')}`)
  await expectNoFindings(page, 'a view by link')
})

test('a snapshot shows its date, and a share link can require a password @all', async ({ page, service }) => {
  const site = await websiteWith(service, 5, { privacy: '1' })
  const report = { kind: 'report', report_id: String(site.report.id) }
  const frozen = await linkTo(service, { ...report, mode: 'frozen', password: 'hush' })
  await page.goto(frozen.path)
  await expect(heading(page)).toHaveText(unlockWords.title)
  const password = page.getByRole('textbox', { name: 'Password' })
  await password.fill('hush')
  await password.press('Enter')
  await expect(page).toHaveTitle(new RegExp(site.domain))
  await expect(page.getByText(/^Snapshot from \d+ \w+ \d{4}$/)).toBeVisible()
  await page.reload()
  await settled(page)
  await expect(page).toHaveTitle(new RegExp(site.domain))
  for (const path of ['/s/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '/s/%20a%2Fb/reports/1']) {
    await page.goto(path)
    await expect(heading(page)).toHaveText(visitorWords.nothing.title)
  }
})
