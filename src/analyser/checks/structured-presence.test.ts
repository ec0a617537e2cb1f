import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './structured-presence.ts'

describe('structured-presence', () => {
  it('counts the types of all syntaxes, the most frequent first', () => {
    const html = document(
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebSite"}</script>',
      '<p itemscope itemtype="https://schema.org/Person"></p><p itemscope itemtype="https://schema.org/Person"></p><p typeof="foaf:Person"></p>',
    )
    expect(checkPage('structured-presence', { html })).toMatchObject({
      outcome: 'info',
      title: texts.items(4, 'JSON-LD, microdata and RDFa'),
      value: 'Person, WebSite, foaf:Person',
      evidence: [
        { snippet: 'Person', note: '2 times, in microdata' },
        { snippet: 'WebSite', note: '1 time, in JSON-LD' },
        { snippet: 'foaf:Person', note: '1 time, in RDFa' },
      ],
    })
  })

  it.each([
    ['no structured data', ''],
    ['Open Graph alone', '<meta property="og:type" content="article">'],
  ])('says so where there is %s', (_, head) => {
    expect(checkPage('structured-presence', { html: document(head) })).toMatchObject({ outcome: 'info', value: 0 })
  })

  it('does not deny a block that cannot be read', () => {
    const html = document('<script type="application/ld+json">{"@type":</script>')
    expect(checkPage('structured-presence', { html })).toMatchObject({
      outcome: 'info',
      title: texts.unreadable,
      evidence: [{ line: 5 }],
    })
    for (const id of ['jsonld-required', 'retired-types', 'breadcrumb'])
      expect(checkPage(id, { html })).toMatchObject({
        outcome: 'not-applicable',
        title: texts.unreadable,
      })
  })
})
