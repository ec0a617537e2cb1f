import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/check-page.ts'
import { document } from '#testing/crawl.ts'
import { soundSite } from '#testing/sound-page.ts'

const duplicate = { id: 12, url: 'https://example.com/lamps/old' }
const html = document('<title>Garden lamps</title>')
const withOthers = (total: number) =>
  checkPage('title-unique', {
    html,
    site: { ...soundSite, title: { items: Array.from({ length: Math.min(total, 20) }, () => duplicate), total } },
  })

describe('title-unique', () => {
  it('passes a title that no other page has', () => {
    expect(withOthers(0)).toMatchObject({ outcome: 'pass', value: 0, title: 'No other page has this title' })
  })

  it.each([
    [1, '1 other page has this title'],
    [30, '30 other pages have this title'],
    [1000, 'At least 1000 other pages have this title'],
  ])('shows %i others without scoring them', (total, title) => {
    const result = withOthers(total)
    expect(result).toMatchObject({ outcome: 'info', scored: false, points_lost: 0, value: total, title })
    expect(result.evidence).toHaveLength(Math.min(total, 20))
    expect(result.evidence[0]).toEqual({ url: duplicate.url, note: 'Report 12' })
  })

  it.each([
    ['nothing was compared', { html }, 'Other pages weren’t compared'],
    [
      'there is no other page',
      { html, site: { ...soundSite, others: 0 } },
      'No other page of the website has a report yet',
    ],
    ['there is no title', { html: document(''), site: soundSite }, 'There is no title to compare'],
  ])('is not applicable where %s', (_, page, title) => {
    expect(checkPage('title-unique', page)).toMatchObject({ outcome: 'not-applicable', title })
  })
})
