import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { titlePresent, texts } from './title-present.ts'

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
    expect(withHead('')).toMatchObject({ outcome: 'fail', title: titlePresent.titleFail, evidence: [] })
    expect(withHead('<title> &nbsp;\n</title>')).toMatchObject({
      outcome: 'fail',
      title: texts.empty,
      evidence: [{ line: 5 }],
    })
  })

  it('uses a title in the body as browsers do, but not that of a picture', () => {
    const result = withHead('', '<svg><title>Lamp</title></svg><p>x</p><title>Late</title>')
    expect(result).toMatchObject({ outcome: 'warn', title: texts.outsideHead, value: 'Late' })
    expect(result.evidence).toMatchObject([{ selector: 'body > title' }])
    expect(withHead('', '<svg><title>Lamp</title></svg>').outcome).toBe('fail')
  })

  it.each([
    [
      '<div>',
      { selector: 'body > div', line: 5, note: '<div> ended the head here. Everything after it is in the body.' },
    ],
    ['<img src="/p.gif">', { selector: 'body > img', line: 5 }],
    ['<iframe></iframe>', { selector: 'body > iframe', line: 5 }],
    ['Tracking', { note: 'The text “Tracking” ended the head here. Everything after it is in the body.' }],
  ])('names %s, which ended the head before the title', (element, place) => {
    const result = withHead(`${element}\n<title>Lamps</title>`)
    expect(result).toMatchObject({ outcome: 'warn', value: 'Lamps', evidence: [{ line: 6 }, place] })
  })

  it('names nothing where the head ended in order', () => {
    const html = '<!doctype html><head></head><body><title>Lamps</title>'
    for (const page of [html, html.replace('</head>', '')])
      expect(checkPage('title-present', { html: page }).evidence).toHaveLength(1)
  })

  it('does not say how many there are where it has not seen them all', () => {
    expect(withHead('<title>A</title>'.repeat(1500)).title).toBe(texts.several('at least 1,000'))
  })

  it('warns of two, and shows both', () => {
    expect(withHead('<title>A</title><title>B</title>')).toMatchObject({
      outcome: 'warn',
      value: 2,
      evidence: [{ snippet: '<title>A</title>' }, { snippet: '<title>B</title>' }],
    })
  })
})
