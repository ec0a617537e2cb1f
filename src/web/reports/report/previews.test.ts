import { describe, expect, it } from 'vitest'
import { pixelWidth } from '#analyser/facts/text-width.ts'
import { cutText, descriptionRoom, titleRoom } from './previews.tsx'

const long = 'How to wash merino wool without ruining it: a complete guide for your favourite jumper'

describe('text cut like in a Google result', () => {
  it('is unchanged if it fits', () => {
    expect(cutText('  Merino\n wool ', titleRoom)).toEqual({
      shown: 'Merino wool',
      width: pixelWidth('Merino wool', 20),
      isCut: false,
    })
  })

  it('ends after a whole word, followed by dots that fit', () => {
    const { shown, width, isCut } = cutText(long, titleRoom)
    expect(isCut).toBe(true)
    expect(width).toBe(pixelWidth(long, 20))
    expect(long.startsWith(shown.slice(0, -4))).toBe(true)
    expect(long.charAt(shown.length - 4)).toBe(' ')
    expect(shown.endsWith(' ...')).toBe(true)
    expect(pixelWidth(shown, 20)).toBeLessThanOrEqual(580)
  })

  it('includes every word that fits', () => {
    const { shown } = cutText(long, titleRoom)
    const next = long.slice(0, long.indexOf(' ', shown.length - 3))
    expect(pixelWidth(`${next} ...`, 20)).toBeGreaterThan(580)
  })

  it('is cut by width, so that more narrow letters fit than wide ones', () => {
    expect(cutText('il '.repeat(200), titleRoom).shown.length).toBeGreaterThan(
      2 * cutText('WM '.repeat(200), titleRoom).shown.length,
    )
  })

  it.each([
    ['Japanese without spaces', '山の宿川音は信州の小さな温泉旅館です。'.repeat(8)],
    ['one very long word', 'Donaudampfschifffahrt'.repeat(10)],
    ['Arabic', 'كيفية غسل صوف الميرينو دون إتلافه '.repeat(6)],
    ['emoji', '👩‍👩‍👧 🧶 '.repeat(60)],
    ['a million letters', 'a'.repeat(1_000_000)],
    ['a million spaces', `a${' '.repeat(1_000_000)}${'b '.repeat(500)}`],
  ])('fits for %s', (_, text) => {
    const { shown, isCut } = cutText(text, descriptionRoom)
    expect(isCut).toBe(true)
    expect(shown.length).toBeGreaterThan(20)
    expect(pixelWidth(shown, 14)).toBeLessThanOrEqual(920)
  })

  it('drops the comma before the dots', () => {
    expect(cutText(`${'wool, '.repeat(30)}`, titleRoom).shown).toMatch(/wool \.\.\.$/)
  })
})
