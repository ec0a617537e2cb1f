import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { crawlPage } from '#testing/pages/crawled-page.ts'
import { texts } from './click-depth.ts'

const html = '<p>x</p>'
const at = (clicks: number | null) => crawlPage({ html }, { clicks }).ended['click-depth']

describe('click-depth', () => {
  it('is not known without a crawl, and only when it ends', () => {
    expect(checkPage('click-depth', { html })).toMatchObject({ outcome: 'not-applicable', points_lost: 0 })
    expect(crawlPage({ html }).running['click-depth']).toMatchObject({
      outcome: 'unknown',
      reason_code: 'crawl_running',
    })
  })

  it.each([
    [0, 'pass', texts.start],
    [1, 'pass', texts.clicks(1)],
    [4, 'pass', texts.clicks(4)],
    [5, 'warn', texts.clicks(5)],
  ])('evaluates %s', (clicks, outcome, title) => expect(at(clicks)).toMatchObject({ outcome, title, value: clicks }))

  it('does not apply to a page that no click reaches', () =>
    expect(at(null)).toMatchObject({ outcome: 'not-applicable' }))
})
