import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/check-page.ts'

const sent = (contentEncodings: string[], bytes = 4000, wireBytes = bytes) => checkPage('compression', { html: 'x'.repeat(bytes), contentEncodings, wireBytes })

describe('compression', () => {
  it.each(['gzip', 'br', 'zstd', 'deflate', 'GZIP'])('passes %s', (coding) => {
    expect(sent([coding])).toMatchObject({ outcome: 'pass', value: coding.toLowerCase() })
  })

  it('says how much was saved', () => {
    expect(sent(['br'], 4000, 1000).title).toBe('The HTML is sent compressed (br), 75 % smaller')
  })

  it('fails HTML sent as it is', () => {
    expect(sent([]).outcome).toBe('fail')
    expect(sent(['identity']).outcome).toBe('fail')
  })

  it('does not judge 1 KiB and less', () => {
    expect(sent([], 1024).outcome).toBe('not-applicable')
    expect(sent([], 1025).outcome).toBe('fail')
  })
})
