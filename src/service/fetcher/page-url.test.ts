import { describe, expect, it } from 'vitest'
import { refusalOf } from '#testing/gathering.ts'
import { maxUrlLength } from '#contract/forms/report-forms.ts'
import { domainOf, readPageUrl } from './page-url.ts'
import { sentences } from './sentences.ts'

const sentenceFor = (text: string) => refusalOf(Promise.resolve().then(() => readPageUrl(text)))

describe('the address of a page', () => {
  it('is trimmed and written as browsers write it, without its fragment', () => {
    expect(readPageUrl('  HTTPS://Bücher.Example:443/a b/../ü?q=1#part\n').href).toBe(
      'https://xn--bcher-kva.example/%C3%BC?q=1',
    )
  })

  it('may be as long as the limit and no longer', async () => {
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
  ])('is refused with a plain sentence: %j', async (text, sentence) => {
    expect(await sentenceFor(text)).toBe(sentence)
  })
})

describe('the website of a page', () => {
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
