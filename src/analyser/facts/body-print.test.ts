import { describe, expect, it } from 'vitest'
import { bodyPrint } from './body-print.ts'
import { shapeOf } from './body-shape.ts'
import { collapse, fingerprint, unitsOf } from './text.ts'

const long = 'Copper lamps light narrow garden paths all winter. '.repeat(20)

describe('what a text is compared by', () => {
  it.each([
    ['plain words', ''],
    ['white space of every kind', ' \v\n a\u00a0\u2028 b\ufeff\u3000c\t'],
    ['letters beyond ASCII', 'ÄÖÜ ÇĞŞ ЖЯ ԱՖ \u00c5\u212b \u01c5 \u1e9e \ua64a \uff21'],
    ['a sigma at the end of a word', 'ΟΔΟΣ ΣΟΦΙΑ'],
    ['a dotted I, which becomes two units', 'İSTANBUL İ'],
    ['letters of two units', '\u{10400}\u{1e900} \u{118a0}'],
    ['pictures of two units', '🌻 Lamps 🏡'],
    ['halves of pairs and what is no character', 'a\ud800b\udc00c\ud83c d\0e\uffff'],
  ])('of %s is the same as of the text collapsed and put into lower case', (_, beginning) => {
    for (const text of [beginning, beginning + long, long + beginning]) {
      const collapsed = collapse(text)
      expect(bodyPrint(text)).toEqual({
        length: collapsed.length,
        body: fingerprint(collapsed),
        bodyShape: shapeOf(unitsOf(collapsed.toLowerCase())),
      })
    }
  })

  it('does not depend on the text before it, nor on whether there is room for it', () => {
    const longer = long.repeat(600)
    const before = bodyPrint(long)
    expect(bodyPrint(longer)).toMatchObject({ length: longer.length - 1, body: fingerprint(longer.trim()) })
    expect(bodyPrint(long)).toEqual(before)
  })
})
