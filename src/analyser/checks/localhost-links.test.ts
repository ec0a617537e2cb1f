import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { notes, texts } from './localhost-links.ts'

const withBody = (body: string, finalUrl = 'https://example.com/') =>
  checkPage('localhost-links', { html: document('', body), finalUrl })

describe('localhost-links', () => {
  it('passes links that everybody can open', () => {
    expect(withBody('<a href="/a">x</a><a href="https://localhost.example/">x</a>')).toMatchObject({
      outcome: 'pass',
      value: 0,
    })
  })

  it.each([
    ['http://localhost:3000/a', 'Localhost.'],
    ['https://127.0.0.1/', 'Localhost.'],
    ['http://[::1]/', 'Localhost.'],
    ['file:///home/anna/index.html', notes.file],
    ['http://192.168.1.10/', notes['private-network']],
    ['http://intranet/wiki', notes['private-network']],
    ['http://shop.local/', notes['private-network']],
  ])('fails a link to %s', (href, note) => {
    expect(withBody(`<a href="/a">x</a><a href="${href}">y</a>`)).toMatchObject({
      outcome: 'fail',
      value: 1,
      title: texts.found(1),
      evidence: [{ selector: 'body > a:nth-of-type(2)', url: href, note }],
    })
  })

  it('does not count links of such a page to its own host', () => {
    expect(
      withBody('<a href="/a">x</a><a href="http://127.0.0.1:8080/b">y</a>', 'http://127.0.0.1:5000/').outcome,
    ).toBe('pass')
    expect(withBody('<a href="http://localhost/b">y</a>', 'http://127.0.0.1:5000/').outcome).toBe('fail')
  })

  it('survives an address that is cut in the middle of its host', () => {
    expect(withBody(`<a href="http://${'a'.repeat(3000)}/">x</a>`)).toMatchObject({ outcome: 'fail', value: 1 })
  })

  it('is not applicable without links', () => {
    expect(withBody('<a href="mailto:a@localhost">x</a>').outcome).toBe('not-applicable')
  })
})
