import { expect, test } from './support/test.ts'

type Verdict = { path: string; score: 'good' | 'decent' | 'bad'; wrong: string[]; gate?: string }

/** Pages with planted faults, and everything that is wrong with each: no more and no less. */
const verdicts: Verdict[] = [
  { path: '/article', score: 'good', wrong: ['https'] },
  {
    path: '/category',
    score: 'bad',
    gate: 'noindex',
    wrong: ['noindex', 'canonical-valid', 'description-present', 'h1-present', 'heading-order', 'image-alt', 'crawlable-anchors', 'og-core', 'jsonld-parse', 'https'],
  },
  { path: '/ryokan', score: 'good', wrong: ['description-length', 'og-core', 'compression', 'https'] },
  { path: '/app', score: 'decent', wrong: ['title-present', 'description-present', 'h1-present', 'html-lang', 'og-core', 'https', 'viewport'] },
  {
    path: '/handwerk',
    score: 'decent',
    wrong: ['title-present', 'description-length', 'h1-present', 'heading-order', 'html-lang', 'image-alt', 'crawlable-anchors', 'https', 'viewport', 'doctype'],
  },
  { path: '/gone', score: 'bad', gate: 'http-status', wrong: ['http-status', 'description-present', 'og-core', 'https'] },
  { path: '/old', score: 'good', wrong: ['redirect-chain', 'https'] },
  { path: '/members/prices', score: 'bad', gate: 'robots-blocked', wrong: ['robots-blocked', 'https'] },
]

for (const { path, score, wrong, gate } of verdicts) {
  test(`the report of ${path} names every planted fault and nothing else`, async ({ page, pages, service }) => {
    await page.goto('/reports')
    await page.getByLabel('Analyse a URL').fill(pages.origin + path)
    await page.getByLabel('Analyse a URL').press('Enter')
    await expect(page).toHaveURL(/\/reports\/\d+/)
    await expect(page.locator('h1')).toContainText(path)

    const id = new URL(page.url()).pathname.split('/').at(-1)
    const { data } = (await service.api(`/api/v1/reports/${id}`)).body
    const found = Object.entries<{ outcome: string }>(data.results).filter(([, { outcome }]) => outcome === 'fail' || outcome === 'warn')
    expect(found.map(([check]) => check).toSorted()).toEqual(wrong.toSorted())
    expect(data.result).toBe(score)
    expect(data.capped_by).toEqual(gate ? [gate] : [])

    for (const check of wrong) await expect(page.locator(`#check-${check}`), check).toHaveCount(1)
    const verdict = page.getByRole('main')
    await expect(verdict).toContainText(gate ? /Google (will not index|cannot read) this page/ : 'Google may index this page')
  })
}

test('evidence says where on the page it was found', async ({ page, pages, service }) => {
  const made = await service.api('/api/v1/reports', { method: 'POST', body: new URLSearchParams({ url: `${pages.origin}/category` }) })
  await page.goto(`/reports/${made.body.data.id}#check-image-alt`)
  const check = page.locator('#check-image-alt')
  await expect(check).toContainText('3 of 5 images have no alternative text')
  await expect(check.getByText('<img src="/img/1.jpg">')).toBeVisible()
  await expect(check).toContainText('line 19')
  await expect(check).toBeInViewport()
})

test('page text is shown as text, in the charset the page has', async ({ page, pages, service }) => {
  const made = await service.api('/api/v1/reports', { method: 'POST', body: new URLSearchParams({ url: `${pages.origin}/ryokan` }) })
  await page.goto(`/reports/${made.body.data.id}`)
  await expect(page.getByText('山の宿 川音 | 信州の小さな温泉旅館').first()).toBeVisible()
  await page.goto('/reports')
  await expect(page.getByText('山の宿 川音 | 信州の小さな温泉旅館').first()).toBeVisible()
})
