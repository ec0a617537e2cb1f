import { expect, it } from 'vitest'
import { defaultFetchLimits } from './limits.ts'

it('the default limits of a session', () => {
  expect(defaultFetchLimits).toEqual({
    lookupMs: 5_000,
    connectMs: 5_000,
    requestMs: 15_000,
    totalMs: 30_000,
    headerBytes: 32_768,
    bodyBytes: 5_242_880,
    robotsBytes: 512_000,
    encodings: 2,
    inflation: 100,
    redirects: 10,
    robotsRedirects: 5,
    probeRequests: 30,
    probeMs: 5_000,
    sitemapMs: 10_000,
    startBytes: 65_536,
    resourceBytes: 2_097_152,
    sitemapBytes: 52_428_800,
    sitemapUrls: 50_000,
    allSitemapsBytes: 52_428_800,
    sitemapChildren: 5,
    hostsAtOnce: 4,
    requestsAtOnce: 6,
    discardBytes: 65_536,
    discardMs: 500,
    blockedPauseMs: 150,
  })
})
