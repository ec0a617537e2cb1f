import { describe, expect, it } from 'vitest'
import { compareVersions, isNewEnough, oldestNode, pinnedNode } from './node24.mjs'

describe('compareVersions', () => {
  it.each([
    ['24.7.0', '24.7.0', 0],
    ['v24.7.0', '24.7.0', 0],
    ['24.10.0', '24.9.9', 1],
    ['9.0.0', '24.0.0', -1],
    ['24.7', '24.7.1', -1],
    ['25.0.0-nightly20260101', '24.7.0', 1],
  ])('compares %s and %s by number, not alphabetically', (a, b, sign) => {
    expect(Math.sign(compareVersions(a, b))).toBe(sign)
  })
})

describe('isNewEnough', () => {
  it.each(['v24.7.0', 'v24.21.0\n', '25.0.0'])('accepts %j', (version) => expect(isNewEnough(version)).toBe(true))
  it.each(['v18.20.4', 'v24.6.9', '', 'Segmentation fault'])('rejects %j', (version) =>
    expect(isNewEnough(version)).toBe(false),
  )
  it('accepts the Node that would be downloaded', () => {
    expect(isNewEnough(pinnedNode)).toBe(true)
    expect(compareVersions(pinnedNode, oldestNode)).toBeGreaterThanOrEqual(0)
  })
})
