import { describe, expect, it } from 'vitest'
import { arcsOf, type RingSegment } from './score-ring.tsx'

const segment = (id: string, group: string, tone: RingSegment['tone'] = 'pass'): RingSegment => ({
  id,
  group,
  tone,
  label: id,
  href: `#${id}`,
})

/** The angle in radians, clockwise from the top, of the points of a path. */
const anglesOf = (path: string) =>
  [...path.matchAll(/(-?\d+\.\d+) (-?\d+\.\d+)/g)].map(([, x, y]) => {
    const angle = Math.atan2(Number(x), -Number(y))
    return angle < -0.001 ? angle + 2 * Math.PI : angle
  })
const reachOf = (path: string) => Math.max(...[...path.matchAll(/A(\d+) /g)].map(([, radius]) => Number(radius)))

describe('the segments of a ring', () => {
  it('have the same width and fill the circle, with a wider gap after each group', () => {
    const arcs = arcsOf([segment('a', 'x'), segment('b', 'x'), segment('c', 'y'), segment('d', 'y')])
    const spans = arcs.map(({ path }) => {
      const [from, to] = anglesOf(path)
      return { from: from!, to: to! }
    })
    const widths = spans.map(({ from, to }) => to - from)
    for (const width of widths) expect(width).toBeCloseTo(widths[0]!, 2)
    expect(spans[2]!.from - spans[1]!.to).toBeGreaterThan(2 * (spans[1]!.from - spans[0]!.to))
    expect(spans[3]!.to).toBeLessThan(2 * Math.PI)
  })

  it('reach further out the more they need work', () => {
    const tones = ['none', 'pass', 'warn', 'fail'] as const
    const reaches = arcsOf(tones.map((tone) => segment(tone, 'x', tone))).map(({ path }) => reachOf(path))
    expect(reaches).toEqual(reaches.toSorted((a, b) => a - b))
    expect(new Set(reaches).size).toBe(4)
  })

  it('can be one or none', () => {
    expect(arcsOf([])).toEqual([])
    expect(arcsOf([segment('a', 'x')])).toHaveLength(1)
  })
})
