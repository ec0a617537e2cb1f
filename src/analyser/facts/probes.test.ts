import { describe, expect, it } from 'vitest'
import { document } from '#testing/pages/fetched-page.ts'
import type { Header } from '../fetched-page.ts'
import { readLinkedPage } from './probes.ts'

const html: Header = ['content-type', 'text/html; charset=utf-8']
const url = 'https://example.com/de/lampen'
const read = (text: string, headers: Header[] = [html], truncated = false) =>
  readLinkedPage(new TextEncoder().encode(text), headers, url, truncated)
const alternate = (hreflang: string, href: string) => `<link rel="alternate" hreflang="${hreflang}" href="${href}">`

describe('another page', () => {
  it('says what it is and which versions it has, by elements and headers', () => {
    const head = `<base href="/en/"><link rel="canonical" href="lamps">${alternate('de', url)}<meta name="robots" content="noindex">`
    const page = read(document(head), [
      html,
      ['x-robots-tag', 'nofollow'],
      ['link', '<https://example.com/fr>; rel=alternate; hreflang=fr'],
    ])
    expect(page).toEqual({
      canonicals: ['https://example.com/en/lamps'],
      directives: [
        expect.objectContaining({ name: 'nofollow', source: 'header' }),
        expect.objectContaining({ name: 'noindex', source: 'meta' }),
      ],
      alternates: [
        { hreflang: 'de', url },
        { hreflang: 'fr', url: 'https://example.com/fr' },
      ],
      whole: true,
    })
  })

  it('is read in its own encoding', () => {
    const bytes = new Uint8Array(
      [...'<link rel="canonical" href="https://example.com/']
        .map((letter) => letter.charCodeAt(0))
        .concat(0xfc, 0x22, 0x3e),
    )
    expect(readLinkedPage(bytes, [['content-type', 'text/html; charset=iso-8859-1']], url, false)?.canonicals).toEqual([
      'https://example.com/%C3%BC',
    ])
  })

  it('counts nothing of its body', () => {
    expect(
      read(
        document('', `<link rel="canonical" href="/x">${alternate('de', url)}<meta name="robots" content="noindex">`),
      ),
    ).toEqual({ canonicals: [], directives: [], alternates: [], whole: true })
    expect(read(`<title>x</title><p>text<link rel="canonical" href="/x">${alternate('de', url)}`)).toMatchObject({
      canonicals: [],
      alternates: [],
    })
  })

  it.each([
    ['the head ends in it', `<head><title>x</title></head><body>${'x'.repeat(50)}`, true],
    ['the body has begun without a tag', '<title>x</title><p>text', true],
    ['the body has begun with a tag', '<title>x</title><body>', true],
    ['the head goes on', `<head><title>x</title>${alternate('de', url)}<script>`, false],
    ['the head goes on after a script that speaks of its end', `<head><script>'</head>`, true],
  ])('whose first bytes came is whole when %s: %s', (_, text, whole) => {
    expect(read(text, [html], true)?.whole).toBe(whole)
    expect(read(text, [html], false)?.whole).toBe(true)
  })

  it('is read on after a script that speaks of the end of the head', () => {
    expect(read(`<head><script>'</head>'</script>${alternate('de', url)}</head>`)?.alternates).toHaveLength(1)
  })

  it('is no page when it is another file', () => {
    expect(read(document(''), [['content-type', 'application/pdf']])).toBeNull()
    expect(read(document(''), [['content-type', 'text/htmlx']])).toBeNull()
    expect(read('%PDF-1.7', [])).toBeNull()
    expect(read(document(''), [])).not.toBeNull()
    expect(
      read('<html xmlns="http://www.w3.org/1999/xhtml"/>', [['content-type', 'application/xhtml+xml']]),
    ).not.toBeNull()
  })

  it('is read only so far, and is known to be cut then', () => {
    const page = read(`<head>${alternate('de', url).repeat(2000)}`)
    expect([page?.alternates.length, page?.whole]).toEqual([200, false])
    expect(read(`<head>${alternate('de', url).repeat(201)}</head>`)?.whole).toBe(false)
    expect(read(`<head>${' '.repeat(70_000)}${alternate('de', url)}</head>`)).toMatchObject({
      alternates: [],
      whole: false,
    })
  })
})
