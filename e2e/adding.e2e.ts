import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { labelOf } from '#contract/forms/form.ts'
import { CrawlDraft, SitemapDraft } from '#contract/forms/job-form.ts'
import { pendingWords, runningWords } from '#web/analyse/words.ts'
import { trayWords, addWords } from '#web/jobs/words.ts'
import { reportFactsWords } from '#web/reports/report/words.ts'
import { websiteTabsWords } from '#web/websites/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { type Service, startService } from './support/service.ts'
import {
  analyseButton,
  analysePage,
  expect,
  keysWork,
  openAnalyseDialog,
  pageForm,
  test as base,
  withoutExtensions,
} from './support/test.ts'

type Site = {
  origin: string
  /** Paths that respond with 404 from now on; all others are small pages. */
  missing: Set<string>
  /** Releases the waiting requests and all later ones. */
  release: () => void
  /** From now on, requests for pages wait. */
  hold: () => void
  requests: string[]
}

const pages = 12

/** A website with a sitemap, on loopback. */
async function startSite(): Promise<Site & { host: string; close: () => void }> {
  const missing = new Set<string>()
  const requests: string[] = []
  let held: Promise<void> | null = null
  let release = () => {}
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/sitemap.xml') {
      const urls = Array.from({ length: pages }, (_, at) => `<url><loc>${origin}/page/${at}</loc></url>`).join('')
      const xml = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`
      return response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
    }
    if (pathname === '/sitemap-index.xml') {
      const sitemaps = ['/missing.xml', '/sitemap.xml'].map((path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`)
      return response.end(`<sitemapindex>${sitemaps.join('')}</sitemapindex>`)
    }
    if (!/^\/(page\/\d+)?$/.test(pathname)) return response.writeHead(404).end('Nothing here.')
    requests.push(pathname)
    await held
    if (missing.has(pathname)) return response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7')
    const links = Array.from({ length: 4 }, (_, at) => `<a href="/page/${at}">Page ${at}</a>`).join(' ')
    const html = `<!doctype html><html lang="en"><title>Page ${pathname}</title><h1>Page</h1>${links}</html>`
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = `http://${host}`
  return {
    host,
    origin,
    missing,
    requests,
    hold: () => (held = new Promise((resolve) => (release = resolve))),
    release: () => {
      held = null
      release()
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Each test has a service and a website of its own, because jobs of a host wait for each other. */
const test = base.extend<{ site: Site; own: Service }>({
  site: async ({}, use) => {
    const site = await startSite()
    await use(site)
    site.close()
  },
  own: async ({ site }, use) => {
    const host = new URL(site.origin).host
    const service = await startService({
      allowHosts: [host],
      environment: { SEO_REPORTS_HOST_LIMITS: `${host}=1000/30` },
    })
    await use(service)
    await service.stop()
  },
  baseURL: async ({ own }, use) => use(own.origin),
  storageState: async ({ own }, use) => {
    const localStorage = [{ name: `seo-reports:key:${own.origin}`, value: own.key }]
    await use({ cookies: [], origins: [{ origin: own.origin, localStorage }] })
  },
})

test.describe.configure({ timeout: 120_000 })

const dialog = (page: Page) => page.getByRole('dialog')
const tray = (page: Page) => page.getByRole('region', { name: trayWords.label })
const start = (page: Page) => dialog(page).getByRole('button', { name: /^Analyse \d/ })
const finished = (page: Page, done: number, failed = 0) =>
  expect(
    tray(page).getByText(
      trayWords.state({ kind: 'urls', state: 'done', counts: { total: done + failed, done, failed } }),
    ),
  ).toBeVisible({
    timeout: 60_000,
  })

async function paste(page: Page, target: Locator, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await target.press('Control+v')
}

const totalOf = async (service: Service) => (await service.api('/api/v1/reports')).body.meta.total

test('pasted lines are counted, corrected line by line, and analysed once each', async ({ page, site, own }) => {
  const { origin } = site
  const today = new URLSearchParams({ url: `${origin}/page/0` })
  await own.api('/api/v1/reports', { method: 'POST', body: today })
  await page.goto('/reports')
  const lines = [
    `${origin}/page/0`,
    `${origin}/page/1`,
    '',
    'page two',
    `${origin}/page/1`,
    'ftp://a.example',
    `${origin}/page/3`,
  ]
  await paste(page, await pageForm(page), lines.join('\n'))
  const summary = dialog(page).getByRole('status')
  await expect(summary).toHaveText(addWords.summary(3, 1, [4, 6], 1))
  await expectNoFindings(page, 'the list of URLs')
  // Corrected in place, and the focus stays.
  const second = dialog(page).getByLabel(addWords.line(4), { exact: true })
  await second.fill(`${origin}/page/2`)
  await expect(second).toBeFocused()
  await expect(dialog(page).getByText(addWords.corrected)).toBeVisible()
  await expect(summary).toHaveText(addWords.summary(4, 1, [6], 1))
  await dialog(page)
    .getByRole('button', { name: addWords.remove(6) })
    .click()
  await expect(summary).toHaveText(addWords.summary(4, 1, [], 1))
  await expect(start(page)).toHaveText(addWords.analyse(3))
  await dialog(page).getByLabel(addWords.skipToday(1)).uncheck()
  await expect(start(page)).toHaveText(addWords.analyse(4))
  await dialog(page).getByLabel(addWords.skipToday(1)).check()
  await start(page).click()
  await finished(page, 3)
  expect(await totalOf(own)).toBe(4)
  // Lines keep their numbers.
  await tray(page).getByText(trayWords.all).click()
  await expect(tray(page).getByRole('listitem').nth(1)).toContainText('Line 4')
  await tray(page).getByRole('link', { name: trayWords.view }).click()
  await expect(page).toHaveURL(/\/reports\?website_id=\d+&from=.*&to=/)
  await expect(page.getByRole('row')).toHaveCount(5)
})

test('a whole sitemap is added with the mouse, reloaded in between, paused and resumed @all', async ({
  page,
  site,
  own,
}) => {
  site.hold()
  await page.goto('/reports')
  await analysePage(page, `${site.origin}/sitemap.xml`)
  await expect(dialog(page).getByLabel(labelOf(SitemapDraft, 'sitemap'))).toHaveValue(`${site.origin}/sitemap.xml`)
  await dialog(page).getByRole('button', { name: addWords.analyseSitemap }).click()
  await expect(tray(page).getByText(`0 of ${pages}`, { exact: true })).toBeVisible()
  await tray(page).getByRole('button', { name: trayWords.pause }).click()
  await expect(tray(page).getByText(/^Paused at/)).toBeVisible()
  // The service requests pages of a slow host more slowly, so they don't wait any longer.
  site.release()
  await page.reload()
  await expect(tray(page).getByText(/^Paused at/)).toBeVisible()
  await expectNoFindings(page, 'a paused job')
  await tray(page).getByRole('button', { name: trayWords.resume }).click()
  await finished(page, pages)
  expect(await totalOf(own)).toBe(pages)
  await tray(page)
    .getByRole('button', { name: /^Dismiss/ })
    .click()
  await expect(tray(page)).toHaveCount(0)
  await page.reload()
  await keysWork(page)
  await expect(tray(page)).toHaveCount(0)
})

test('a whole sitemap is added with the keyboard alone, reloaded in between @all', async ({ page, site, own }) => {
  site.hold()
  await page.goto('/reports')
  await keysWork(page)
  await analyseButton(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: addWords.sources.page, exact: true }).press('ArrowDown')
  await page.getByRole('menuitem', { name: addWords.sources.list, exact: true }).press('Enter')
  await expect(dialog(page).getByLabel(addWords.urls)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByRole('radio', { name: addWords.sources.sitemap })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(`${site.origin}/sitemap.xml`)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(analyseButton(page)).toBeFocused()
  await page.reload()
  await expect(tray(page).getByText(`0 of ${pages}`, { exact: true })).toBeVisible()
  site.release()
  await finished(page, pages)
  const view = tray(page).getByRole('link', { name: trayWords.view })
  await view.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reports\?website_id=\d+/)
  expect(await totalOf(own)).toBe(pages)
})

test('after a crawl, Issues names orphan pages, and a report says how people get to its page @all', async ({
  page,
  site,
  own,
}) => {
  // The sitemap names 12 pages, and each page links to the first 4.
  const form = new URLSearchParams({ crawl: `${site.origin}/` })
  const { data: job } = (await own.api('/api/v1/jobs', { method: 'POST', body: form })).body
  await expect
    .poll(async () => (await own.api(`/api/v1/jobs/${job.id}`)).body.data.state, { timeout: 60_000 })
    .toBe('done')
  const [website] = (await own.api('/api/v1/websites')).body.data
  await page.goto(`/websites/${website.id}?tab=issues`)
  const structure = page.getByRole('region', { name: websiteTabsWords.structure })
  await expect(structure.getByRole('listitem').nth(0)).toContainText(websiteTabsWords.pages(pages - 4))
  await expect(structure.getByRole('listitem').nth(1)).toContainText(websiteTabsWords.pages(0))
  await expectNoFindings(page, 'the structure of a website', [desk, phone])
  await structure.getByRole('link', { name: websiteTabsWords.structures.sitemap_only }).click()
  await expect(page).toHaveURL(`/websites/${website.id}?latest=1&structure=sitemap_only&per_page=50`)
  await expect(page.getByRole('table', { name: 'Reports' }).locator('tbody tr')).toHaveCount(pages - 4)

  const [linked] = (await own.api('/api/v1/reports?search=/page/0')).body.data
  await page.goto(`/reports/${linked.id}?tab=facts`)
  const inlinks = page.getByRole('region', { name: reportFactsWords.inlinks })
  await expect(inlinks).toContainText(`${reportFactsWords.clickDepth(1)} · ${reportFactsWords.linkedFrom(pages)}`)
  await expect(inlinks.getByRole('listitem').getByRole('link').first()).toHaveAttribute('href', /^\/reports\/\d+$/)
})

test('what was typed survives a reload until it is sent', async ({ page, site }) => {
  const reopen = async (source: 'page' | 'list' | 'crawl') => {
    await page.reload()
    await openAnalyseDialog(page, source)
  }
  await page.goto('/reports')
  await openAnalyseDialog(page, 'page')
  const url = dialog(page).getByRole('textbox')
  await url.fill(`${site.origin}/page/0`)
  await reopen('page')
  await expect(url).toHaveValue(`${site.origin}/page/0`)
  await page.keyboard.press('Escape')
  await openAnalyseDialog(page, 'crawl')
  const limit = dialog(page).getByLabel(labelOf(CrawlDraft, 'max_pages'))
  await limit.fill('7')
  await reopen('crawl')
  await expect(limit).toHaveValue('7')
  await page.keyboard.press('Escape')
  await openAnalyseDialog(page, 'list')
  const urls = dialog(page).getByLabel(addWords.urls)
  await urls.fill(`${site.origin}/page/0`)
  await reopen('list')
  await expect(urls).toHaveValue(`${site.origin}/page/0`)
  await start(page).click()
  await finished(page, 1)
  await reopen('list')
  await expect(urls).toHaveValue('')
})

test('a crawl shows how far it is, and ends with its figures and a link to its page @all', async ({ page, site }) => {
  site.hold()
  await page.goto('/reports')
  await openAnalyseDialog(page, 'crawl')
  await dialog(page).getByLabel(labelOf(CrawlDraft, 'crawl')).fill(`${site.origin}/`)
  await dialog(page).getByRole('button', { name: addWords.startCrawl }).click()
  await expect(tray(page).getByText('0 of 1', { exact: true })).toBeVisible()
  site.release()
  // The start, and the pages of the sitemap.
  await expect(tray(page).getByText(`${pages + 1} pages`, { exact: true })).toBeVisible({ timeout: 60_000 })
  // The tray covers neither the buttons of the header nor anything of a page that is scrolled to its end.
  const lowest = async (shown: Locator) => {
    const [box, covering] = await Promise.all([shown.boundingBox(), tray(page).boundingBox()])
    return box && covering && covering.y - box.y - box.height
  }
  for (const { width, height } of [desk, { width: 1280, height: 720 }, { width: 1024, height: 768 }, phone]) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(() => lowest(page.getByRole('main').getByRole('button').first())).toBeGreaterThan(0)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect.poll(() => lowest(page.getByRole('main').locator('table, button, a').last())).toBeGreaterThan(0)
  }
  await expectNoFindings(page, 'the end of a crawl', [desk, phone])
  await tray(page).getByRole('link', { name: trayWords.viewCrawl }).click()
  await expect(page).toHaveURL(/\/websites\/\d+\/crawls\/\d+$/)
})

test('while offline a job waits and says so, and starts by itself @all', async ({ page, context, site }) => {
  await page.goto('/reports')
  await paste(page, await pageForm(page), `${site.origin}/page/0\n${site.origin}/page/1`)
  await expect(start(page)).toHaveText(addWords.analyse(2))
  await context.setOffline(true)
  await start(page).click()
  await expect(tray(page).getByText(trayWords.offline)).toBeVisible()
  await context.setOffline(false)
  await finished(page, 2)
})

test.describe('on a server without jobs', () => {
  test.beforeEach(async ({ context }) => withoutExtensions(context))

  test('pasted lines are analysed one after the other, and go on after a reload @all', async ({ page, site, own }) => {
    site.hold()
    await page.goto('/reports')
    const before = await totalOf(own)
    const urls = Array.from({ length: 4 }, (_, at) => `${site.origin}/page/${at}`)
    await paste(page, await pageForm(page), urls.join('\n'))
    await expect(dialog(page).getByRole('radio')).toHaveCount(2)
    await expect(dialog(page).getByText(addWords.keepOpen)).toBeVisible()
    await start(page).click()
    const waiting = page.getByRole('region', { name: runningWords.label }).getByRole('listitem')
    await expect(waiting).toHaveCount(3)
    await page.reload()
    await expect(waiting).toHaveCount(2)
    site.release()
    await expect(waiting).toHaveCount(0)
    await expect.poll(() => totalOf(own)).toBe(before + 3)
    // The analysis that ran when the page was left.
    await expect(page.getByRole('region', { name: pendingWords.label })).toContainText('/page/0')
  })
})

test('dialog and tray fit 320 pixels @all', async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/reports')
  await paste(page, await pageForm(page), `${site.origin}/page/0\nno url\n${site.origin}/page/1`)
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect(start(page)).toBeVisible()
  await dialog(page).getByRole('radio', { name: addWords.sources.crawl }).check()
  await dialog(page).getByText(addWords.limits).click()
  await expectNoFindings(page, 'the form of a crawl', [{ width: 320, height: 700 }])
  await dialog(page).getByRole('radio', { name: addWords.sources.list }).check()
  await expect(start(page)).toBeVisible()
  expect(await overflow()).toBeLessThanOrEqual(0)
  expect(await dialog(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
  await start(page).click()
  await finished(page, 2)
  expect(await overflow()).toBeLessThanOrEqual(0)
  await expectNoFindings(page, 'the tray', [phone])
})
