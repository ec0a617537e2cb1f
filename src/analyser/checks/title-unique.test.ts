import { describe, expect, it } from 'vitest'
import type { SiteFacts } from '#analyser/page-facts.ts'
import { checkPage } from '#testing/check-page.ts'
import { document } from '#testing/crawl.ts'

const none = { items: [], total: 0 }
const duplicate = { id: 12, url: 'https://example.com/lamps/old' }
const site = (others: number, title: SiteFacts['title'] = none): SiteFacts => ({
  others,
  title,
  description: none,
  body: none,
  similar: none,
})
const html = document('<title>Garden lamps</title>')

describe('title-unique', () => {
  it('passes a title that no other page has, and says how many were compared', () => {
    expect(checkPage('title-unique', { html, site: site(1) })).toMatchObject({
      outcome: 'pass',
      value: 0,
      title: 'The title differs from those of the other pages with a report (1 when this report was judged)',
    })
    expect(checkPage('title-unique', { html, site: site(7) }).title).toBe(
      'The title differs from those of the other pages with a report (7 when this report was judged)',
    )
  })

  it('warns of others with the same, and names their addresses and reports', () => {
    expect(checkPage('title-unique', { html, site: site(7, { items: [duplicate], total: 1 }) })).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: '1 other page of the website has the same title',
      evidence: [{ url: duplicate.url, note: 'Report 12' }],
    })
  })

  it('counts more than it lists', () => {
    const items = Array.from({ length: 30 }, (_, id) => ({ ...duplicate, id }))
    const result = checkPage('title-unique', { html, site: site(90, { items, total: 90 }) })
    expect(result).toMatchObject({
      value: 90,
      title: '90 other pages of the website had the same title when this report was judged',
    })
    expect(result.evidence).toHaveLength(20)
  })

  it.each([
    [4, '4 other pages of the website have the same title'],
    [5, '5 other pages of the website had the same title when this report was judged'],
    [1000, 'At least 1000 other pages of the website had the same title when this report was judged'],
  ])('of %i others says only what stays true', (total, title) => {
    expect(checkPage('title-unique', { html, site: site(total, { items: [duplicate], total }) }).title).toBe(title)
    expect(checkPage('title-unique', { html, site: site(1000) }).title).toContain('(at least 1000 when')
  })

  it.each([
    ['nothing was compared', { html }, 'Other pages of the website were not looked at'],
    ['there is no other page', { html, site: site(0) }, 'No other page of the website has a report yet'],
    ['there is no title', { html: document(''), site: site(3) }, 'There is no title to compare'],
  ])('is not applicable where %s', (_, page, title) => {
    expect(checkPage('title-unique', page)).toMatchObject({ outcome: 'not-applicable', title })
  })
})
