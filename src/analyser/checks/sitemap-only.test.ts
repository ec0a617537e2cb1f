import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { crawlPage } from '#testing/pages/crawled-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './sitemap-only.ts'

const html = document('', '<p>Lamps</p>')
const noindexed = document('<meta name="robots" content="noindex">', '<p>Lamps</p>')

describe('sitemap-only', () => {
  it('is not known without a crawl, and only when it ends', () => {
    expect(checkPage('sitemap-only', { html })).toMatchObject({ outcome: 'not-applicable', title: texts.notCrawled })
    expect(crawlPage({ html }).running['sitemap-only']).toMatchObject({
      outcome: 'unknown',
      reason_code: 'crawl_running',
    })
  })

  it.each([
    ['with links that lead to it', { html }, { clicks: 2 }, 'pass', 0],
    ['that only the sitemap leads to', { html }, { clicks: null, isOnlyListed: true }, 'warn', 1],
    ['that a limit hides', { html }, { clicks: null }, 'not-applicable', 0],
    ['that can’t be indexed', { html: noindexed }, { clicks: null, isOnlyListed: true }, 'not-applicable', 0],
  ])('judges a page %s', (_name, page, crawl, outcome, points_lost) =>
    expect(crawlPage(page, crawl).ended['sitemap-only']).toMatchObject({ outcome, points_lost }),
  )
})
