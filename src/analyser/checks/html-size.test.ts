import { describe, expect, it } from 'vitest'
import { checkPage } from '#testing/pages/check-page.ts'
import { texts } from './html-size.ts'

const ofBytes = (bytes: number, truncated = false) =>
  checkPage('html-size', { body: new Uint8Array(bytes).fill(0x61), truncated })

describe('html-size', () => {
  it('passes up to 2 MiB', () => {
    expect(ofBytes(2 * 1024 * 1024)).toMatchObject({ outcome: 'pass', value: 2_097_152 })
    expect(ofBytes(0)).toMatchObject({ outcome: 'pass', title: texts.within('0 bytes') })
  })

  it('fails one byte more', () => {
    expect(ofBytes(2 * 1024 * 1024 + 1).outcome).toBe('fail')
  })

  it('fails a page that was cut', () => {
    expect(ofBytes(1000, true)).toMatchObject({
      outcome: 'fail',
      title: texts.over('1 KB'),
    })
  })
})
