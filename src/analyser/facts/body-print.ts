import { shapeOf } from './body-shape.ts'
import { collapse, fingerprintOf, unitsOf } from './text.ts'

/** What a page's visible text is compared by, and its length with white space collapsed. */
export type BodyPrint = { length: number; body: string | null; bodyShape: string | null }

const space = 0x20
/** Most of all texts; what a longer one needs is not kept. */
const roomLength = 1 << 19
const room = new Uint16Array(roomLength)

/**
 * A unit's lower case, a space for white space. 0 where it does not tell alone: sigma depends on its neighbours, a dotted
 * I becomes two units, and beyond the first plane letters are pairs.
 */
const lowerCase = Uint16Array.from({ length: 0x10000 }, (_, unit) => {
  if (unit === 0x3a3 || (unit >= 0xd800 && unit < 0xd83c)) return 0
  const written = String.fromCharCode(unit)
  const lower = written.toLowerCase()
  if (lower.length > 1) return 0
  return written.trim() === '' ? space : lower.charCodeAt(0)
})

/** Of the text in lower case, with single spaces and none at the ends. */
export function bodyPrint(text: string): BodyPrint {
  const units = text.length > roomLength ? new Uint16Array(text.length) : room
  const length = fill(units, text)
  if (length >= 0) return printOf(units.subarray(0, length), length)
  const collapsed = collapse(text)
  return printOf(unitsOf(collapsed.toLowerCase()), collapsed.length)
}

const printOf = (units: Uint16Array, length: number): BodyPrint => ({
  length,
  body: fingerprintOf(units),
  bodyShape: shapeOf(units),
})

/** In one pass without a string in between; how many units there are, or -1 when one of them does not tell alone. */
function fill(units: Uint16Array, text: string): number {
  let length = 0
  let apart = false
  for (let at = 0; at < text.length; at++) {
    const lower = lowerCase[text.charCodeAt(at)] as number
    if (lower === space) apart = true
    else if (lower === 0) return -1
    else {
      if (apart && length > 0) units[length++] = space
      apart = false
      units[length++] = lower
    }
  }
  return length
}
