import { describe, expect, it } from 'vitest'
import { readUpstream } from './upstream.ts'

const read = (text: string, ...allowed: string[]) => readUpstream(text, new Set(allowed))

describe('the upstream server URL', () => {
  it.each([
    ['https://seo.example.com', '', 'https://seo.example.com'],
    ['https://seo.example.com/', '', 'https://seo.example.com'],
    ['https://example.com/seo/', '/seo', 'https://example.com/seo'],
    ['https://example.com/a/b.c//', '/a/b.c', 'https://example.com/a/b.c'],
    ['https://seo.example.com/api/v1', '', 'https://seo.example.com'],
    ['https://example.com/seo/api/v1/', '/seo', 'https://example.com/seo'],
    ['HTTPS://SEO.example.com:443', '', 'https://seo.example.com'],
  ])('accepts %s', (text, prefix, address) => {
    expect(read(text)).toMatchObject({ prefix, address, target: { secure: true, allowed: false } })
  })

  it.each([
    ['http://127.0.0.1:8080', '127.0.0.1:8080'],
    ['http://intranet:80/seo', 'intranet:80'],
    ['https://10.0.0.8:8443', '10.0.0.8:8443'],
    ['http://[::1]:9000', '[::1]:9000'],
  ])('accepts %s when %s is in the allow list', (text, entry) => {
    expect(read(text, entry)).toMatchObject({ target: { allowed: true } })
    expect(read(text, '127.0.0.1:1')).toBeTypeOf('string')
  })

  it.each([
    ['seo.example.com', /^an https URL such as/],
    ['ftp://seo.example.com', /^an https URL such as/],
    ['https://', /^an https URL such as/],
    ['https://me:secret@seo.example.com', /without a username or password/],
    ['https://me@seo.example.com', /without a username or password/],
    ['https://seo.example.com/?a=1', /without "\?" and "#"/],
    ['https://seo.example.com?', /without "\?" and "#"/],
    ['https://seo.example.com/#x', /without "\?" and "#"/],
    ['http://seo.example.com', /https URL.*seo\.example\.com:80 in SEO_REPORTS_ALLOW_HOSTS/],
    ['https://seo.example.com:8443', /default port.*seo\.example\.com:8443 in SEO_REPORTS_ALLOW_HOSTS/],
    ['https://127.0.0.1', /public server.*127\.0\.0\.1:443 in SEO_REPORTS_ALLOW_HOSTS/],
    ['https://2130706433', /public server.*127\.0\.0\.1:443/],
    ['https://10.1.2.3', /public server/],
    ['https://169.254.169.254', /public server/],
    ['https://[::1]', /public server.*\[::1\]:443/],
    ['https://[::ffff:10.0.0.1]', /public server/],
    ['https://localhost', /public server.*localhost:443/],
    ['https://db.internal', /public server/],
    ['https://metadata.goog', /public server/],
    ['https://nothing.invalid', /valid host name/],
    ['https://example.com/a%2fb', /plain path/],
    ['https://example.com/a//b', /plain path/],
  ])('rejects %s with a message', (text, words) => {
    expect(read(text)).toMatch(words)
  })
})
