import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/check-page.ts'
import { document } from '#testing/gathered.ts'

const link = (href: string, more = '') => `<link rel="canonical" href="${href}"${more}>`
const withHead = (head: string, headers = {}) => checkPage('canonical-valid', { html: document(head), headers })

describe('canonical-valid', () => {
  it('passes one full address, by link or by header', () => {
    expect(withHead(link('https://example.com/a'))).toMatchObject({ outcome: 'pass', value: 'https://example.com/a' })
    expect(withHead('', { link: '</style.css>; rel=preload, <https://example.com/a>; rel="canonical"' })).toMatchObject({ outcome: 'pass', value: 'https://example.com/a' })
  })

  it('passes the same address given twice', () => {
    expect(withHead(link('https://example.com/a') + link('https://EXAMPLE.com:443/a'), { link: '<https://example.com/a>; rel=canonical' }).outcome).toBe('pass')
  })

  it('fails different addresses and shows each', () => {
    const result = withHead(link('https://example.com/a'), { link: '<https://example.com/b>; rel="canonical"' })
    expect(result).toMatchObject({ outcome: 'fail', value: 2, title: 'The page names 2 different canonical addresses' })
    expect(result.evidence.map(({ url }) => url)).toEqual(['https://example.com/a', 'https://example.com/b'])
  })

  it.each(['/a', 'a', '//example.com/a', '?b=1'])('fails the relative address "%s"', (href) => {
    expect(withHead(link(href))).toMatchObject({ outcome: 'fail', title: 'The canonical address is relative', value: href })
  })

  it.each(['', ' ', 'https://', 'javascript:void(0)', 'mailto:a@example.com'])('fails "%s", which is no web address', (href) => {
    expect(withHead(link(href))).toMatchObject({ outcome: 'fail', title: 'The canonical address is empty or no web address' })
  })

  it('only notes that there is none, or none that counts', () => {
    expect(withHead('')).toMatchObject({ outcome: 'info', points_lost: 0, title: 'The page names no canonical address' })
    expect(withHead(link('https://example.com/m', ' media="print"') + link('https://example.com/de', ' hreflang="de"')).outcome).toBe('info')
    const inBody = checkPage('canonical-valid', { html: document('', `<p>x</p>${link('https://example.com/a')}`) })
    expect(inBody).toMatchObject({ outcome: 'info', evidence: [{ selector: 'body > link' }] })
  })

  it('resolves against the base element, which does not make it absolute', () => {
    const result = withHead(`<base href="https://other.example/">${link('a')}`)
    expect(result).toMatchObject({ outcome: 'fail', evidence: [{ url: 'https://other.example/a' }] })
  })
})
