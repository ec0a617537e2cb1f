import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { evaluate } from '../evaluate.ts'
import { analysePage } from '../run.ts'
import { texts } from './thin-template.ts'

const menu = `<nav>${'<a href="/a">Lamps for all gardens</a> '.repeat(20)}</nav>`
const thin = {
  hash: '/lamps/*',
  first: 'https://example.com/lamps/1',
  pages: { items: [{ id: 12, url: 'https://example.com/lamps/1' }], total: 11 },
}
const resultOf = (body: string) => {
  const { facts } = analysePage(fetchedPageOf({ html: document('<title>Lamps</title>', body) }))
  return evaluate({ ...facts, amongPages: { thin } }).results['thin-template']
}

describe('thin-template', () => {
  it('warns of a page that is nearly all template, like the others of it', () => {
    expect(resultOf(`${menu}<main><p>A lamp of oak</p></main>`)).toMatchObject({
      outcome: 'warn',
      page_points: 2,
      title: texts.thin(4, 11),
      evidence: [{ url: 'https://example.com/lamps/1' }],
    })
  })

  it('leaves a page alone whose own text is most of its text', () => {
    expect(resultOf('<nav><a href="/a">Lamps</a></nav><main><p>A lamp of oak</p></main>')).toBeUndefined()
  })

  it('doesn’t apply without a crawl', () => {
    const none = { items: [], total: 0 }
    const duplicates = { counted: true, others: 4, title: none, description: none, body: none, similar: none }
    const html = document('', '<p>Lamps</p>')
    expect(checkPage('thin-template', { html, duplicates })).toMatchObject({
      outcome: 'not-applicable',
      title: texts.notCrawled,
    })
  })
})
