import { describe, expect, it } from 'vitest'
import { maxUrlLength } from '#contract/values.ts'
import { refusalOf } from '#testing/servers/page-fetcher.ts'
import { readPageUrl } from './page-url.ts'

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
    expect(await sentenceFor(`${longest}a`)).toBe('too_long')
  })

  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['example.com/page', 'missing_scheme'],
    ['example.com:8080', 'missing_scheme'],
    ['localhost:3000/x', 'missing_scheme'],
    ['//example.com/', 'missing_scheme'],
    ['/page', 'missing_scheme'],
    ['javascript:alert(1)', 'missing_scheme'],
    ['file:///etc/passwd', 'missing_scheme'],
    ['ftp://example.com/', 'missing_scheme'],
    ['data:text/html,hi', 'missing_scheme'],
    ['https://', 'invalid_url'],
    ['http://exa mple.com/', 'invalid_url'],
    ['http://1.2.3.256/', 'invalid_url'],
    ['http://[::1/', 'invalid_url'],
    ['https://example.com:99999/', 'invalid_url'],
    [`https://${'x'.repeat(64)}.example/`, 'invalid_url'],
    [`https://${'x.'.repeat(125)}example/`, 'invalid_url'],
    ['https://user@example.com/', 'has_credentials'],
    ['https://:secret@example.com/', 'has_credentials'],
  ])('is refused with one sentence: %j', async (text, sentence) => {
    expect(await sentenceFor(text)).toBe(sentence)
  })
})
