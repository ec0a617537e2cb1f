import { describe, expect, it } from 'vitest'
import { maxUrlLength } from '#contract/forms/report-forms.ts'
import { refusalOf } from '#testing/crawler.ts'
import { domainOf, readPageUrl } from './page-url.ts'
import { sentences } from './sentences.ts'

const sentenceFor = (text: string) => refusalOf(Promise.resolve().then(() => readPageUrl(text)))

describe('a page URL', () => {
  it('is trimmed, normalised as browsers do, and stripped of its fragment', () => {
    expect(readPageUrl('  HTTPS://Bücher.Example:443/a b/../ü?q=1#part\n').href).toBe(
      'https://xn--bcher-kva.example/%C3%BC?q=1',
    )
  })

  it('can be as long as the limit and no longer', async () => {
    const base = 'https://example.com/'
    const longest = base + 'a'.repeat(maxUrlLength - base.length)
    expect(readPageUrl(`${longest}#fragment`).href).toHaveLength(maxUrlLength)
    expect(await sentenceFor(`${longest}a`)).toBe(sentences.tooLong(maxUrlLength))
  })

  it.each([
    ['', sentences.missing],
    ['   ', sentences.missing],
    ['example.com/page', sentences.noScheme],
    ['example.com:8080', sentences.noScheme],
    ['localhost:3000/x', sentences.noScheme],
    ['//example.com/', sentences.noScheme],
    ['/page', sentences.noScheme],
    ['javascript:alert(1)', sentences.noScheme],
    ['file:///etc/passwd', sentences.noScheme],
    ['ftp://example.com/', sentences.noScheme],
    ['data:text/html,hi', sentences.noScheme],
    ['https://', sentences.notAnAddress],
    ['http://exa mple.com/', sentences.notAnAddress],
    ['http://1.2.3.256/', sentences.notAnAddress],
    ['http://[::1/', sentences.notAnAddress],
    ['https://example.com:99999/', sentences.notAnAddress],
    ['https://user@example.com/', sentences.credentials],
    ['https://:secret@example.com/', sentences.credentials],
  ])('is refused with one sentence: %j', async (text, sentence) => {
    expect(await sentenceFor(text)).toBe(sentence)
  })
})

describe('the domain of a page', () => {
  it.each([
    ['https://www.example.com/', 'example.com'],
    ['https://Example.COM./', 'example.com'],
    ['https://www.www.example.com/', 'www.example.com'],
    ['https://www.com/', 'www.com'],
    ['https://wwwexample.com/', 'wwwexample.com'],
    ['https://blog.example.com/', 'blog.example.com'],
    ['https://example.com:443/', 'example.com'],
    ['http://example.com:443/', 'example.com:443'],
    ['http://127.0.0.1:8080/', '127.0.0.1:8080'],
    ['http://[::1]:8080/', '[::1]:8080'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
  ])('of %s is %s', (url, domain) => {
    expect(domainOf(new URL(url))).toBe(domain)
  })
})
