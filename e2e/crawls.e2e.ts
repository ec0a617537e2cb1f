import { comparisonWords, crawlListWords, crawlUrlWords, crawlWords as words } from '#web/websites/crawls/words.ts'
import { websiteTabsWords } from '#web/websites/words.ts'
import { desk, expectNoFindings, phone } from './support/axe.ts'
import { lampPage } from './support/changing-page.ts'
import type { PageServer } from './support/page-server.ts'
import type { Service } from './support/service.ts'
import { expect, settled, test } from './support/test.ts'

test.describe.configure({ timeout: 120_000 })

const linksTo = (...paths: string[]) =>
  lampPage({ links: paths.map((path) => `<a href="${path}">${path}</a>`).join('') })

/** Crawls a part of the website until its end. */
async function crawl(service: Service, { origin }: PageServer): Promise<number> {
  const body = new URLSearchParams({ crawl: `${origin}/crawl/`, include: '/crawl/*\n/loop' })
  const { data: job } = (await service.api('/api/v1/jobs', { method: 'POST', body })).body
  await expect
    .poll(async () => (await service.api(`/api/v1/jobs/${job.id}`)).body.data.state, { timeout: 60_000 })
    .toBe('done')
  return job.id
}

test('a crawl has lists of what it found, and says what changed since the one before', async ({
  page,
  service,
  pages,
}) => {
  pages.set('/crawl/', linksTo('/crawl/lamps', '/loop'))
  pages.set('/crawl/lamps', linksTo('/crawl/'))
  const first = await crawl(service, pages)
  pages.set('/crawl/lamps', linksTo('/crawl/', '/crawl/new', '/loop'))
  pages.set('/crawl/new', lampPage({ links: '' }))
  const second = await crawl(service, pages)
  const [{ website_id: website }] = (await service.api(`/api/v1/reports?search=${pages.origin}/crawl/new`)).body.data

  await page.goto(`/websites/${website}`)
  await page.getByRole('link', { name: websiteTabsWords.tab.crawls, exact: true }).click()
  const crawls = page.getByRole('table', { name: words.caption })
  await expect(crawls.locator('tbody tr')).toHaveCount(2)
  await settled(page)
  await expectNoFindings(page, 'the crawls of a website', [desk, phone])
  await page.setViewportSize(desk)
  await crawls.locator('tbody th').first().getByRole('link').click()
  await expect(page).toHaveURL(`/websites/${website}/crawls/${second}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  const broken = page.getByRole('table', { name: crawlListWords.broken.name })
  await expect(broken.locator('tbody tr')).toHaveCount(1)
  await expect(broken.getByRole('row', { name: '/loop' })).toContainText('/crawl/lamps “/loop”')
  await page
    .getByRole('navigation', { name: crawlUrlWords.lists })
    .getByRole('link', { name: /^All URLs/ })
    .click()
  await expect(page).toHaveURL(`/websites/${website}/crawls/${second}?list=all`)
  await expect(page.getByRole('table', { name: crawlListWords.all.name })).toContainText('/crawl/new')
  await settled(page)
  await expectNoFindings(page, 'a crawl', [desk, phone])

  await page.setViewportSize(desk)
  await page.getByRole('link', { name: words.compareWithPrevious }).click()
  await expect(page).toHaveURL(`/websites/${website}/crawls/${second}?compare=${first}`)
  const { sections } = comparisonWords
  await expect(page.getByRole('table', { name: sections.new })).toContainText('/crawl/new')
  await expect(page.getByRole('table', { name: sections.broken })).toContainText('/loop')
  await expect(page.getByRole('table', { name: sections.gone })).toHaveCount(0)
  await settled(page)
  await expectNoFindings(page, 'two compared crawls', [desk, phone])
})
