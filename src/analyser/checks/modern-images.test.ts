import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, probe } from '#testing/pages/fetched-page.ts'
import { texts } from './modern-images.ts'

const withBody = (body: string, probes = [] as ReturnType<typeof probe>[]) =>
  checkPage('modern-images', { html: document('', body), probes })
const old = '<img src="/a.jpg">'
const modern = '<img src="/a.webp">'

describe('modern-images', () => {
  it.each<[string, string]>([
    [old, 'warn'],
    [modern, 'pass'],
    [old + modern, 'pass'],
    [old + old + modern, 'warn'],
    ['<img src="/A.AVIF?v=2#x">', 'pass'],
    ['<img src="/a.jpg?fm=webp&amp;w=800">', 'pass'],
    ['<img src="/a.jpg" srcset="/a.webp 1x, /b.webp 2x">', 'pass'],
    ['<picture><source type="image/avif" srcset="/a"><img src="/a.jpg"></picture>', 'pass'],
    ['<picture><source srcset="/a.webp 2x"><img src="/a.jpg"></picture>', 'pass'],
    ['<picture><source type="image/jpeg" srcset="/a"><img src="/a.jpg"></picture>', 'warn'],
    [`<picture><source type="image/avif" srcset="/a"></picture>${old}`, 'warn'],
    ['<img data-src="/a.webp" src="data:image/gif;base64,R0">', 'pass'],
    ['<img src="/_next/image?url=%2Fa.jpg&amp;w=640">', 'pass'],
    ['<img src="/a.jpg?auto=format,compress">', 'pass'],
    ['<img src="/image/upload/f_auto,q_auto/a.jpg">', 'pass'],
    ['<img src="/fit-in/800x0/filters:format(webp)/a.jpg">', 'pass'],
    ['<img src="/_ipx/w_640/a.jpg">', 'not-applicable'],
    ['<img src="/image/12345">', 'not-applicable'],
    ['<img src="/a.svg">', 'not-applicable'],
    ['<img src="/a.png" width="16" height="16">', 'not-applicable'],
    ['<img src="data:image/png;base64,R0">', 'not-applicable'],
    ['<noscript><img src="/a.jpg"></noscript>', 'not-applicable'],
  ])('%s: %s', (body, outcome) => {
    expect(withBody(body).outcome).toBe(outcome)
  })

  it('counts, and points to the old ones', () => {
    expect(withBody(old.repeat(3) + modern)).toMatchObject({
      value: 25,
      title: texts.modern(1, 4),
      evidence: [{ snippet: old }, {}, {}],
    })
  })

  it('counts images of hosts that send modern formats under old names as modern', () => {
    const sent = (type: string) => [
      probe('resource', 'https://example.com/b.jpg', { headers: { 'content-type': type } }),
    ]
    const elsewhere = '<img src="https://images.example.org/c.png">'
    expect(withBody(old, sent('image/webp')).outcome).toBe('pass')
    expect(withBody(old, sent('image/jpeg')).outcome).toBe('warn')
    expect(
      withBody(old, [probe('resource', 'https://example.com/b.webp', { headers: { 'content-type': 'image/webp' } })])
        .outcome,
    ).toBe('warn')
    expect(withBody(old + elsewhere + elsewhere, sent('image/avif'))).toMatchObject({
      outcome: 'warn',
      value: 33,
      evidence: [{ snippet: elsewhere }, {}],
    })
  })
})
