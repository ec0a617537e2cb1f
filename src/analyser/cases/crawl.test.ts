import { describe, expect, it } from 'vitest'
import { crawlPage, linkAnswer } from '#testing/pages/crawled-page.ts'
import { document } from '#testing/pages/fetched-page.ts'

const linkChecks = ['broken-internal', 'broken-external', 'redirecting-links', 'click-depth']
const links = (many: number) =>
  Array.from({ length: many }, (_, index) => `<a href="/l${index}">Target ${index}</a>`).join('\n')
const many = { html: document('', `${links(120)}<a href="https://other.example/">Other</a>`) }
const answers = Array.from({ length: 120 }, (_, index) => linkAnswer(`/l${index}`))
const withAnswers = (...some: ReturnType<typeof linkAnswer>[]) => [
  ...answers.filter(({ url }) => some.every((other) => other.url !== url)),
  ...some,
]

describe('a page of a crawl', () => {
  it('has its links checked when the crawl ends, and requests none', () => {
    const { running, probeRequests } = crawlPage(many)
    for (const id of linkChecks)
      expect(running[id]).toMatchObject({ outcome: 'unknown', reason_code: 'crawl_running', points_lost: 0 })
    expect(probeRequests.filter(({ purpose }) => purpose === 'link')).toEqual([])
  })

  it('names every broken link of all, with its place on the page', () => {
    const { ended } = crawlPage(many, {
      answers: withAnswers(linkAnswer('/l77', { status: 404 }), linkAnswer('/l100', { status: 404 })),
    })
    expect(ended['broken-internal']).toMatchObject({
      outcome: 'fail',
      title: '2 of 120 internal links are broken',
      value: 2,
      evidence: [
        { url: 'https://example.com/l77', note: 'Returned 404', snippet: '<a href="/l77">Target 77</a>', line: 85 },
        { url: 'https://example.com/l100', note: 'Returned 404', line: 108 },
      ],
    })
  })
})
