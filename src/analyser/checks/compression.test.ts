import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { probe } from '#testing/pages/fetched-page.ts'
import { texts } from './compression.ts'

const sent = (contentEncodings: string[], bytes = 4000, wireBytes = bytes) =>
  checkPage('compression', { html: 'x'.repeat(bytes), contentEncodings, wireBytes })

describe('compression', () => {
  it.each(['gzip', 'br', 'zstd', 'deflate', 'GZIP'])('passes %s', (coding) => {
    expect(sent([coding])).toMatchObject({ outcome: 'pass', value: coding.toLowerCase() })
  })

  it('says how much was saved', () => {
    expect(sent(['br'], 4000, 1000).title).toBe(texts.html('br', ', 75% smaller'))
  })

  it('fails HTML sent as it is', () => {
    expect(sent([]).outcome).toBe('fail')
    expect(sent(['identity']).outcome).toBe('fail')
  })

  it('ignores 1 KiB and less', () => {
    expect(sent([], 1024).outcome).toBe('not-applicable')
    expect(sent([], 1025).outcome).toBe('fail')
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
      beside(4000, ['br'], file(5000), file(6000, ['gzip']), file(7000, [], 'application/javascript; charset=utf-8')),
    ).toMatchObject({
      outcome: 'warn',
      title: texts.uncompressed(2, 3),
      evidence: [
        { url: 'https://example.com/5000.css', note: '5 KB sent uncompressed' },
        { note: '7 KB sent uncompressed' },
      ],
    })
  })

  it('leaves small files, images and error pages alone', () => {
    expect(beside(4000, ['br'], file(1024), file(9000, [], 'image/png'), { ...file(9000), status: 404 }).outcome).toBe(
      'pass',
    )
  })

  it('evaluates the files of a small page', () => {
    expect(beside(900, [], file(5000)).outcome).toBe('warn')
    expect(beside(900, [], file(5000, ['br']))).toMatchObject({
      outcome: 'pass',
      title: texts.compressed(1),
    })
  })

  it('fails for the HTML whatever the files are', () => {
    expect(beside(4000, [], file(5000)).evidence).toMatchObject([
      { note: '4 KB of HTML sent uncompressed' },
      { url: 'https://example.com/5000.css' },
    ])
    expect(beside(4000, [], file(5000, ['br'])).outcome).toBe('fail')
  })
})
