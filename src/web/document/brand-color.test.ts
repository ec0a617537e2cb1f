import { expect, it } from 'vitest'
import { contrastOf, isReadable, readableOn, textOn } from './brand-color.ts'

it('measures contrast as WCAG does', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastOf('#1a73e8', '#ffffff')).toBeCloseTo(contrastOf('#ffffff', '#1a73e8'), 10)
})

it('chooses text that can be read on any colour', () => {
  expect(['#000000', '#ffffff', '#ffd400', '#1a73e8'].map(textOn)).toEqual(['#ffffff', '#000000', '#000000', '#ffffff'])
  for (let gray = 0; gray < 256; gray += 1) {
    const color = `#${gray.toString(16).padStart(2, '0').repeat(3)}`
    expect(contrastOf(color, textOn(color))).toBeGreaterThan(4.5)
  }
})

it('uses a colour for text only if it can be read on white', () => {
  expect(['#1a73e8', '#767676', '#777777', '#ffd400'].map(isReadable)).toEqual([true, true, false, false])
})

it('mixes a colour with black or white until it can be read, and keeps one that can', () => {
  expect(readableOn('#1a73e8', '#ffffff')).toBe('#1a73e8')
  for (const color of ['#000000', '#ffffff', '#ffd400', '#1a73e8', '#7a3cff', '#00ff00', '#808080'])
    for (const ground of ['#ffffff', '#262a33']) {
      expect(contrastOf(readableOn(color, ground, 5.5), ground), `${color} on ${ground}`).toBeGreaterThanOrEqual(5.5)
    }
})
