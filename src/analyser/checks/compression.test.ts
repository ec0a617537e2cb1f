import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { probe } from '#testing/pages/fetched-page.ts'
import { texts } from './compression.ts'

const sent = (contentEncodings: string[], bytes = 40_000, wireBytes = bytes) =>
  checkPage('compression', { html: 'x'.repeat(bytes), contentEncodings, wireBytes })

describe('compression', () => {
  it.each(['gzip', 'br', 'zstd', 'deflate', 'GZIP'])('passes %s', (coding) => {
    expect(sent([coding])).toMatchObject({ outcome: 'pass', value: coding.toLowerCase() })
  })

  it('says how much was saved', () => {
    expect(sent(['br'], 40_000, 10_000).title).toBe(texts.html('br', ', 75% smaller'))
  })

  it('fails HTML sent as it is', () => {
    expect(sent([]).outcome).toBe('fail')
    expect(sent(['identity']).outcome).toBe('fail')
  })

  it('ignores 10 KiB and less', () => {
    expect(sent([], 10_240).outcome).toBe('not-applicable')
    expect(sent([], 10_241).outcome).toBe('fail')
  })

  const file = (bytes: number, contentEncodings: string[] = [], type = 'text/css') =>
    probe('resource', `https://example.com/${bytes}.css`, {
      text: 'x'.repeat(bytes),
      contentEncodings,
      headers: { 'content-type': type },
    })
  const beside = (html: number, coding: string[], ...probes: ReturnType<typeof probe>[]) =>
    checkPage('compression', { html: 'x'.repeat(html), contentEncodings: coding, probes })

  it('warns of style sheets and scripts sent as they are beside compressed HTML', () => {
    expect(
      beside(
        40_000,
        ['br'],
        file(50_000),
        file(60_000, ['gzip']),
        file(70_000, [], 'application/javascript; charset=utf-8'),
      ),
    ).toMatchObject({
      outcome: 'warn',
      title: texts.uncompressed(2, 3),
      evidence: [
        { url: 'https://example.com/50000.css', note: '50 KB sent uncompressed' },
        { note: '70 KB sent uncompressed' },
      ],
    })
  })

  it('leaves small files, images and error pages alone', () => {
    expect(
      beside(40_000, ['br'], file(10_240), file(90_000, [], 'image/png'), { ...file(90_000), status: 404 }).outcome,
    ).toBe('pass')
  })

  it('evaluates the files of a small page', () => {
    expect(beside(900, [], file(50_000)).outcome).toBe('warn')
    expect(beside(900, [], file(50_000, ['br']))).toMatchObject({
      outcome: 'pass',
      title: texts.compressed(1),
    })
  })

  it('fails for the HTML whatever the files are', () => {
    expect(beside(40_000, [], file(50_000)).evidence).toMatchObject([
      { note: '40 KB of HTML sent uncompressed' },
      { url: 'https://example.com/50000.css' },
    ])
    expect(beside(40_000, [], file(50_000, ['br'])).outcome).toBe('fail')
  })
})
