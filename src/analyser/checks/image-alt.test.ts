import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/check-page.ts'
import { document } from '#testing/crawl.ts'

const withBody = (body: string) => checkPage('image-alt', { html: document('', body) })
const good = '<img src="a.png" alt="A lamp">'
const decoration = '<img src="b.png" alt>'
const bad = '<img src="c.png" title="A lamp">'

describe('image-alt', () => {
  it('passes descriptions and empty alternatives', () => {
    expect(withBody(good + decoration)).toMatchObject({ outcome: 'pass', title: 'All 2 images have an alt attribute' })
  })

  it('warns up to half, and points at each', () => {
    expect(withBody(good + decoration + bad)).toMatchObject({
      outcome: 'warn',
      value: 1,
      title: '1 of 3 images has no alternative text',
      evidence: [{ snippet: bad, selector: 'body > img:nth-of-type(3)' }],
    })
    expect(withBody(good + bad).outcome).toBe('warn')
  })

  it('fails beyond half', () => {
    expect(withBody(good + bad + bad)).toMatchObject({
      outcome: 'fail',
      title: '2 of 3 images have no alternative text',
    })
  })

  it('does not ask it of hidden images, decoration, and pixels in noscript', () => {
    const body =
      '<img src="a" hidden><img src="b" role="presentation"><img src="c" aria-hidden="true"><noscript><img src="d"></noscript><template><img src="e"></template>'
    expect(withBody(body).outcome).toBe('not-applicable')
  })

  it('counts beyond the images whose facts are kept', () => {
    const result = withBody(good.repeat(1500) + bad.repeat(1499))
    expect(result).toMatchObject({ outcome: 'warn', value: 1499 })
    expect(result.evidence).toHaveLength(20)
  })
})
