import { describe, expect, it } from 'vitest'
import { evidenceLimit } from '#contract/reports/analysis.ts'
import { fetchedPageOf, document } from '#testing/pages/fetched-page.ts'
import { collectFacts } from './collect.ts'

const notesOf = (body: string, finalUrl = 'https://www.example.com/lamps?page=2') =>
  collectFacts(fetchedPageOf({ html: document('', body), finalUrl })).facts.linkNotes
const links = (...hrefs: string[]) => hrefs.map((href) => `<a href="${href}">Lamps</a>`).join('')

describe('the notes on links', () => {
  it('count links of the same website, with and without www, and others', () => {
    const notes = notesOf(
      links(
        '/a',
        '/a#x',
        'https://example.com/b',
        'http://www.example.com/c',
        'https://shop.example.com/',
        'https://example.com:8443/',
        '//other.example/',
        'mailto:a@example.com',
        '#top',
        '?page=2',
      ),
    )
    expect(notes).toMatchObject({ internal: 6, external: 3, addresses: { internal: 3, external: 3 } })
  })

  it('leave out the page itself, and mail addresses that a script hides', () => {
    const notes = notesOf(links('#top', '', '/lamps?page=2#x', '/cdn-cgi/l/email-protection#abc'))
    expect(notes).toMatchObject({ addresses: { internal: 0, external: 0 }, judged: 0 })
  })

  it('do not count among addresses what nobody else can open', () => {
    expect(notesOf(links('http://localhost/', 'http://10.0.0.1/'))).toMatchObject({
      external: 2,
      addresses: { external: 0 },
      localhost: { total: 2 },
    })
  })

  it('count links in noscript, but evaluate none of them', () => {
    const notes = notesOf(
      '<noscript><a href="http://example.com/a" rel="nofollow">here</a><a href="http://localhost/">x</a></noscript>',
    )
    expect(notes).toMatchObject({
      internal: 1,
      external: 1,
      judged: 0,
      nofollowInternal: { total: 0 },
      insecureInternal: { total: 0 },
      localhost: { total: 0 },
      generic: { total: 0 },
    })
  })

  it('call http links insecure on a page over https alone', () => {
    const body = links('http://example.com/a', 'https://example.com/b')
    expect([notesOf(body).insecureInternal.total, notesOf(body, 'http://example.com/').insecureInternal.total]).toEqual(
      [1, 0],
    )
  })

  it('keep as many as are shown, and count all', () => {
    const { generic, insecureInternal } = notesOf('<a href="http://example.com/a">here</a>'.repeat(3000))
    expect([generic.total, generic.items.length, insecureInternal.total, insecureInternal.items.length]).toEqual([
      3000,
      evidenceLimit,
      3000,
      evidenceLimit,
    ])
  })

  it('stay small, however long the addresses', () => {
    const notes = notesOf(
      Array.from(
        { length: 200 },
        (_, at) =>
          `<a rel="nofollow" href="http://example.com/${at}${'é'.repeat(2000)}">here</a><a href="http://localhost/${'x'.repeat(5000)}">here</a>`,
      ).join(''),
    )
    expect(JSON.stringify(notes).length).toBeLessThan(100_000)
  })

  it('name a link by its icons in their order on the page', () => {
    const icon = (name: string) => `<span><img alt="${name}"></span>`
    expect(notesOf(`<a href="/x">${icon('Read')}${icon('more')}</a>`).generic).toMatchObject({
      total: 1,
      items: [{ text: 'Read more' }],
    })
  })

  it('cost no more than in proportion, with texts and nesting made to be slow', () => {
    const hostile = [
      `<a href="/x">${'!'.repeat(300)}</a>`.repeat(3000),
      `<a href="/x">${' \t'.repeat(190)}</a>`.repeat(3000),
      `${'<i>'.repeat(2000)}${'<a href="/x">here</a>'.repeat(3000)}`,
      '<a href="/x"><table><tr><td>'.repeat(3000),
      `<a href="/x">${'<i></i>'.repeat(50_000)}</a>`,
      `<a href="/x" aria-label="${'here '.repeat(100_000)}"></a>`,
    ]
    for (const body of hostile) expect(notesOf(body).judged).toBeGreaterThan(0)
  })
})
