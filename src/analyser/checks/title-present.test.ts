import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/check-page.ts'
import { document } from '#testing/crawl.ts'

const withHead = (head: string, body = '') => checkPage('title-present', { html: document(head, body) })

describe('title-present', () => {
  it('passes one title and gives its text', () => {
    expect(withHead('<title>\n  Lamps &amp;\n shades </title>')).toMatchObject({
      outcome: 'pass',
      value: 'Lamps & shades',
    })
  })

  it('finds the title behind a tracking pixel in noscript', () => {
    expect(withHead('<noscript><img src="/p.gif"></noscript><title>Lamps</title>').outcome).toBe('pass')
  })

  it('fails without a title, and with an empty one', () => {
    expect(withHead('')).toMatchObject({ outcome: 'fail', title: 'The page has no title', evidence: [] })
    expect(withHead('<title> &nbsp;\n</title>')).toMatchObject({
      outcome: 'fail',
      title: 'The title is empty',
      evidence: [{ line: 5 }],
    })
  })

  it('counts neither the title of a picture nor one in the body', () => {
    const result = withHead('', '<svg><title>Lamp</title></svg><p>x</p><title>Late</title>')
    expect(result).toMatchObject({ outcome: 'fail', title: 'The page has no title' })
    expect(result.evidence).toMatchObject([{ selector: 'body > title' }])
  })

  it('does not say how many there are where it has not seen them all', () => {
    expect(withHead('<title>A</title>'.repeat(1500)).title).toBe(
      'The page has at least 1000 titles, where one is allowed',
    )
  })

  it('warns of two, and shows both', () => {
    expect(withHead('<title>A</title><title>B</title>')).toMatchObject({
      outcome: 'warn',
      value: 2,
      evidence: [{ snippet: '<title>A</title>' }, { snippet: '<title>B</title>' }],
    })
  })
})
