import { describe, expect, it } from 'vitest'
import { timingSteps } from './report-facts.tsx'

const timings = { dns: 10, connect: 20, tls: 30, ttfb: 100, download: 40, total: 200 }

describe('timings', () => {
  it('add up to the total, whether time to first byte counts from the request or from the start', () => {
    const fromRequest = timingSteps(timings)
    const fromBeginning = timingSteps({ ...timings, ttfb: 160 })
    expect(fromBeginning).toEqual(fromRequest)
    expect(fromRequest.reduce((sum, { ms }) => sum + ms, 0)).toBe(200)
    expect(fromRequest.find(({ step }) => step === 'ttfb')).toMatchObject({ ms: 100, share: 0.5 })
  })

  it('leave out missing steps, and need no total', () => {
    expect(timingSteps({ ...timings, dns: null, tls: null, total: null }).map(({ step, ms }) => [step, ms])).toEqual([
      ['connect', 20],
      ['ttfb', 100],
      ['download', 40],
    ])
    expect(
      timingSteps({ dns: 0, connect: 0, tls: null, ttfb: 0, download: 0, total: 0 }).every(({ share }) => share === 0),
    ).toBe(true)
  })
})
