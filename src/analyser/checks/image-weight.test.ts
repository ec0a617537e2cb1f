import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, failedProbe, probe } from '#testing/pages/fetched-page.ts'
import { texts } from './image-weight.ts'

const at = (name: string) => `https://example.com/${name}`
const image = (name: string, wireBytes: number | null, type = 'image/jpeg') =>
  probe('resource', at(name), { wireBytes, headers: { 'content-type': type } })
const looked = (probes: ReturnType<typeof probe>[], body = '<img src="/a.jpg"><img src="/b.jpg"><img src="/c.jpg">') =>
  checkPage('image-weight', { html: document('', body), probes })

describe('image-weight', () => {
  it.each([
    [200_000, 'pass'],
    [200_001, 'warn'],
    [500_000, 'warn'],
    [500_001, 'fail'],
  ])('%d bytes: %s', (bytes, outcome) => {
    expect(looked([image('a.jpg', 1000), image('b.jpg', bytes)])).toMatchObject({ outcome, value: bytes })
  })

  it('says how many images were sampled', () => {
    expect(looked([image('a.jpg', 1000), image('b.jpg', 90_000)]).title).toBe(texts.largest(2, '90 KB'))
    expect(looked([image('a.jpg', 1000)], '<img src="/a.jpg">').title).toBe(texts.only('1 KB'))
  })

  it('names the large ones, largest first', () => {
    expect(looked([image('a.jpg', 300_000), image('b.jpg', 900_000), image('c.jpg', 9)])).toMatchObject({
      outcome: 'fail',
      title: texts.over(2, '900 KB'),
      evidence: [
        { url: at('b.jpg'), note: '900 KB' },
        { url: at('a.jpg'), note: '300 KB' },
      ],
    })
  })

  it('does not take other files and error pages for images', () => {
    expect(looked([image('a.jpg', 900_000, 'text/html'), image('b.jpg', 10)])).toMatchObject({
      outcome: 'pass',
      value: 10,
    })
    expect(looked([{ ...image('a.jpg', 900_000), status: 404 }])).toMatchObject({
      outcome: 'unknown',
      reason: `${at('a.jpg')} returned 404.`,
    })
  })

  it('is unknown without a response or a length', () => {
    expect(looked([failedProbe('resource', at('a.jpg'), 'unreachable')])).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringContaining('unreachable'),
    })
    expect(looked([image('a.jpg', null)]).outcome).toBe('unknown')
    expect(looked([]).outcome).toBe('unknown')
  })

  it('does not apply where the HTML loads no images', () => {
    expect(looked([], '<p>Text</p><noscript><img src="/a.jpg"></noscript>').outcome).toBe('not-applicable')
  })
})
