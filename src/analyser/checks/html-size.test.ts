import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/check-page.ts'

const ofBytes = (bytes: number, truncated = false) =>
  checkPage('html-size', { body: new Uint8Array(bytes).fill(0x61), truncated })

describe('html-size', () => {
  it('passes up to 2 MiB', () => {
    expect(ofBytes(2 * 1024 * 1024)).toMatchObject({ outcome: 'pass', value: 2_097_152 })
    expect(ofBytes(0)).toMatchObject({ outcome: 'pass', title: 'The HTML is 0 bytes, within Googlebot’s limit' })
  })

  it('fails one byte more', () => {
    expect(ofBytes(2 * 1024 * 1024 + 1).outcome).toBe('fail')
  })

  it('fails a page that was cut', () => {
    expect(ofBytes(1000, true)).toMatchObject({
      outcome: 'fail',
      title: 'The HTML is over 1 KB; we stopped reading there',
    })
  })
})
