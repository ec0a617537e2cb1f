import { expect, it } from 'vitest'
import { type Contour, createCanvas } from './preview-canvas.ts'
import { disc, ring, roundedBox } from './preview-shapes.ts'

/** How dark each pixel is after black was filled on white, 0 to 100. */
function filled(contours: Contour[], width = 4, height = 3) {
  const canvas = createCanvas(width, height, 0xffffff)
  canvas.fill(contours, 0)
  const dark = Array.from(canvas.pixels, (number) => Math.round(100 - ((canvas.colours[number] ?? 0) & 255) / 2.55))
  return Array.from({ length: height }, (_, y) => dark.slice(y * width, (y + 1) * width))
}

const box = (left: number, top: number, right: number, bottom: number): Contour => [
  left,
  top,
  right,
  top,
  right,
  bottom,
  left,
  bottom,
]
const areaOf = (contours: Contour[]) =>
  filled(contours, 100, 100)
    .flat()
    .reduce((sum, dark) => sum + dark, 0) / 100

it('pixels within are full, and those that an edge runs through as full as they are covered', () => {
  expect(filled([box(1, 0.5, 2.5, 2)])).toEqual([
    [0, 50, 33, 0],
    [0, 100, 50, 0],
    [0, 0, 0, 0],
  ])
  expect(filled([[0, 0, 4, 0, 0, 3]])[0]).toEqual([100, 100, 100, 33])
})

it('overlapping shapes of one direction are one, and one of the other direction is a hole', () => {
  expect(filled([box(0, 0, 3, 3), box(1, 0, 4, 3)])).toEqual(Array(3).fill([100, 100, 100, 100]))
  expect(filled([box(0, 0, 4, 3), [1, 1, 1, 2, 3, 2, 3, 1]])[1]).toEqual([100, 0, 0, 100])
})

it('what lies outside of the picture does no harm', () => {
  expect(filled([box(-9, -9, 99, 99)])).toEqual(Array(3).fill([100, 100, 100, 100]))
  expect(filled([box(50, 50, 60, 60)]).flat()).toEqual(Array(12).fill(0))
  expect(filled([[]]).flat()).toEqual(Array(12).fill(0))
})

it('shapes cover the area that they should', () => {
  expect(areaOf(disc(50, 50, 40))).toBeCloseTo(Math.PI * 1600, -1.5)
  expect(areaOf(roundedBox(10, 20, 60, 40, 10))).toBeCloseTo(2400 - (4 - Math.PI) * 100, -1.5)
  expect(areaOf(ring(50, 50, 40, 10, 1))).toBeCloseTo(Math.PI * (45 ** 2 - 35 ** 2), -1.5)
  expect(areaOf(ring(50, 50, 40, 10, 0.5))).toBeCloseTo((Math.PI * (45 ** 2 - 35 ** 2)) / 2 + Math.PI * 25, -1.5)
})

it('a palette that is full still takes what is drawn', () => {
  const canvas = createCanvas(40, 40, 0)
  for (let i = 1; i <= 200; i += 1) canvas.fill(disc(20, 20, 20 - i / 12), (i % 20) * 0x0a0907)
  expect(canvas.colours).toHaveLength(256)
  expect(() => canvas.fill([box(0, 0, 9, 9)], 0x123456)).toThrow('no room')
})
