import { describe, expect, it } from 'vitest'
import { mentions } from './terms.ts'

describe('a mention', () => {
  it.each([
    [['Garden lamps'], 'garden lamps', true],
    [['garden-lamps.html'], 'garden lamps', true],
    [['garden_lamps'], 'lamps', true],
    [['Garden', 'Lamps'], 'garden lamps', false],
    [['Lampshade'], 'lamp', false],
    [['MÜLLER'], 'müller', true],
    [['muller'], 'müller', true],
    [['L’homme'], "l'homme", true],
    [['L’homme'], 'homme', true],
    [['Apple’s Vision Pro'], 'apple', true],
    [['Apple’s Vision Pro'], 'apple vision', true],
    [['Apple’s', 'Vision'], 'apple vision', false],
    [['東京都庁舎'], '京都', true],
    [['大阪'], '京都', false],
    [['สวัสดีชาวโลก'], 'โลก', true],
    [[], 'lamp', false],
  ])('in %j of %s: %s', (texts, term, found) => {
    expect(mentions(texts)(term)).toBe(found)
  })
})
