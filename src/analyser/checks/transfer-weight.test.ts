import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, failedProbe, probe } from '#testing/pages/fetched-page.ts'
import { texts } from './transfer-weight.ts'

const at = (name: string) => `https://example.com/${name}`
const weighing = (name: string, wireBytes: number | null) => probe('resource', at(name), { wireBytes })
const kib = 1024
const weigh = (probes: ReturnType<typeof probe>[], wireBytes = 0, more = '') =>
  checkPage('transfer-weight', {
    html: document('', `<script src="/a.js"></script><img src="/b.jpg">${more}`),
    wireBytes,
    probes,
  })

describe('transfer-weight', () => {
  it.each([
    [2667, 'pass'],
    [2668, 'warn'],
    [4000, 'warn'],
    [4001, 'fail'],
  ])('%d KiB, all known: %s', (size, outcome) => {
    expect(weigh([weighing('a.js', 1000 * kib), weighing('b.jpg', (size - 1100) * kib)], 100 * kib)).toMatchObject({
      outcome,
      value: size * kib,
    })
  })

  it('evaluates a part that weighs too much on its own, heaviest first', () => {
    expect(weigh([weighing('b.jpg', 5_000_000)], 1_000_000)).toMatchObject({
      outcome: 'fail',
      title: texts.weight(1, '6.0 MB'),
      evidence: [{ url: at('b.jpg'), note: '5.0 MB' }],
    })
  })

  it('does not know a light page whose files are not all known', () => {
    expect(weigh([weighing('a.js', 50_000), weighing('b.jpg', null)], 10_000)).toMatchObject({
      outcome: 'unknown',
      reason: 'We know the size of 1 of 2 files that load with the page. With the HTML, they weigh 60 KB.',
    })
    expect(weigh([weighing('a.js', 1), failedProbe('resource', at('b.jpg'), 'timeout')]).outcome).toBe('unknown')
    expect(weigh([]).outcome).toBe('unknown')
  })

  it('counts each file once, and none that is not loaded at once or was asked for other reasons', () => {
    const lazy = '<img src="/c.jpg" loading="lazy">'
    const all = [
      weighing('a.js', 1000),
      weighing('a.js', 1000),
      weighing('b.jpg', 1000),
      weighing('c.jpg', 9_000_000),
      probe('og-image', at('b.jpg'), { wireBytes: 9_000_000 }),
    ]
    expect(weigh(all, 1000, lazy)).toMatchObject({ outcome: 'pass', value: 3000 })
  })

  it('leaves out the bodies of files that return an error', () => {
    const missing = { ...weighing('a.js', 9_000_000), status: 404 }
    expect(weigh([missing, weighing('b.jpg', 1000)], 1000)).toMatchObject({ outcome: 'pass', value: 2000 })
  })

  it('knows a page without files by its HTML', () => {
    expect(checkPage('transfer-weight', { html: document(''), wireBytes: 900 })).toMatchObject({
      outcome: 'pass',
      title: texts.weight(0, '900 bytes'),
    })
    expect(checkPage('transfer-weight', { html: document(''), wireBytes: 900, truncated: true }).outcome).toBe(
      'unknown',
    )
  })
})
