import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document } from '#testing/pages/fetched-page.ts'
import { texts } from './og-core.ts'

const meta = (property: string, attribute = 'property') =>
  `<meta ${attribute}="${property}" content="https://example.com/x">`
const all = ['og:title', 'og:type', 'og:image', 'og:url']
const withHead = (head: string, body = '') => checkPage('og-core', { html: document(head, body) })

describe('og-core', () => {
  it('passes all four, og:image:url standing for og:image', () => {
    expect(withHead(all.map((name) => meta(name)).join('')).outcome).toBe('pass')
    expect(withHead(['og:title', 'og:type', 'og:image:url', 'OG:URL'].map((name) => meta(name)).join('')).outcome).toBe(
      'pass',
    )
  })

  it.each(all)('warns when %s is missing, and names it', (missing) => {
    const head = all
      .filter((name) => name !== missing)
      .map((name) => meta(name))
      .join('')
    expect(withHead(head)).toMatchObject({ outcome: 'warn', value: 1, title: texts.missing(missing) })
  })

  it('takes an empty property as missing, and one in the body', () => {
    const three = all
      .slice(1)
      .map((name) => meta(name))
      .join('')
    expect(withHead(`${three}<meta property="og:title" content=" ">`).outcome).toBe('warn')
    expect(withHead(three, `<p>x</p>${meta('og:title')}`).outcome).toBe('warn')
  })

  it('names the element that ended the head if all are behind it', () => {
    expect(withHead(`<title>x</title><div>Cookies</div>${meta('og:title')}`)).toMatchObject({
      outcome: 'warn',
      title: texts.outsideHead,
      evidence: [
        { snippet: '<meta property="og:title" content="https://example.com/x">' },
        { note: '<div> ended the head here. Everything after it is in the body.' },
      ],
    })
  })

  it('says so when there is none at all', () => {
    expect(withHead('')).toMatchObject({
      outcome: 'warn',
      title: texts.none,
      value: 4,
    })
  })

  it.each(['/lamps', 'lamps', '//example.com/lamps', 'javascript:0', 'ftp://example.com/'])(
    'warns when og:url is "%s", which is not an absolute URL',
    (url) => {
      const head = all
        .slice(0, 3)
        .map((name) => meta(name))
        .join('')
      const result = withHead(`${head}<meta property="og:url" content="${url}">`)
      expect(result).toMatchObject({
        outcome: 'warn',
        value: 1,
        title: texts.relativeUrl,
        evidence: [{ selector: 'head > meta:nth-of-type(5)' }],
      })
    },
  )

  it('points at properties given by name', () => {
    const head =
      all
        .slice(1)
        .map((name) => meta(name))
        .join('') + meta('og:title', 'name')
    expect(withHead(head)).toMatchObject({
      outcome: 'warn',
      evidence: [{ note: texts.wrongAttribute('og:title'), snippet: meta('og:title', 'name') }],
    })
  })
})
