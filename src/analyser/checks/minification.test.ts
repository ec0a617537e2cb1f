import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { document, failedProbe, probe } from '#testing/pages/fetched-page.ts'
import { texts } from './minification.ts'

const at = (name: string) => `https://example.com/${name}`
const file = (name: string, text: string, type = name.endsWith('.css') ? 'text/css' : 'text/javascript') =>
  probe('resource', at(name), { text, headers: { 'content-type': type } })
const looked = (
  probes: ReturnType<typeof probe>[],
  head = '<script src="/a.js" defer></script><link rel="stylesheet" href="/a.css">',
) => checkPage('minification', { html: document(head), probes })
const comment = (bytes: number) => `/*${'x'.repeat(bytes - 4)}*/`

describe('minification', () => {
  it.each([
    [0, 'pass'],
    [5000, 'pass'],
    [5001, 'warn'],
  ])('%d bytes to be saved: %s', (bytes, outcome) => {
    expect(looked([file('a.js', `a=1;${bytes > 0 ? comment(bytes) : ''}`)])).toMatchObject({ outcome, value: bytes })
  })

  it('adds up, and names the files, most first', () => {
    expect(
      looked([file('a.css', `a{}${comment(2000)}`), file('a.js', `a()${comment(9000)}`), file('b.js', 'b()\n')]),
    ).toMatchObject({
      outcome: 'warn',
      title: texts.saving(3, 3, 'about 11 KB'),
      evidence: [
        { url: at('a.js'), note: 'About 9 KB of 9 KB' },
        { url: at('a.css'), note: 'About 2 KB of 2 KB' },
      ],
    })
  })

  it('says how many of how many were looked at', () => {
    expect(looked([file('a.js', 'a()')]).title).toBe(texts.saving(1, 2, 'nothing'))
  })

  it('is unknown without a whole file of code', () => {
    expect(looked([failedProbe('resource', at('a.js'), 'timeout')])).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringContaining('timeout'),
    })
    expect(looked([{ ...file('a.js', comment(9000)), truncated: true }])).toMatchObject({
      outcome: 'unknown',
      reason: texts.cut,
    })
    expect(looked([file('a.js', '<!doctype html>', 'text/html')]).outcome).toBe('unknown')
    expect(looked([]).outcome).toBe('unknown')
  })

  it('does not apply without scripts and style sheets', () => {
    expect(looked([], '<script>a( 1 )</script>').outcome).toBe('not-applicable')
  })
})
