import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Font, Glyph, OpenType } from 'opentype.js'
import type { Contour } from './preview-canvas.ts'

export type Weight = 500 | 600
export type Line = { width: number; at(x: number, y: number): Contour[] }

const require = createRequire(import.meta.url)
// What it says of itself as a module is not what Node finds.
const opentype: OpenType = require('opentype.js')
const folder = dirname(require.resolve('@fontsource/inter/unicode.json'))
const fileOf = (name: string) => readFileSync(join(folder, name))

/** The font comes in parts, each for some letters: "U+0000-00FF,U+0131". */
const parts = Object.entries(JSON.parse(fileOf('unicode.json').toString()) as Record<string, string>).map(
  ([name, ranges]) => ({ name, ranges: ranges.split(',').map(rangeOf) }),
)

function rangeOf(text: string): [number, number] {
  const [from = '', to = from] = text.trim().replace('U+', '').split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

const fonts = new Map<string, Font>()

function fontOf(part: string, weight: Weight): Font {
  const name = `files/inter-${part}-${weight}-normal.woff`
  const known = fonts.get(name)
  if (known) return known
  const file = fileOf(name)
  const font = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer)
  fonts.set(name, font)
  return font
}

/** Undefined when the font has no such letter. */
function glyphOf(letter: string, weight: Weight): { font: Font; glyph: Glyph } | undefined {
  const code = letter.codePointAt(0) ?? 0
  for (const { name, ranges } of parts) {
    if (!ranges.some(([from, to]) => code >= from && code <= to)) continue
    const font = fontOf(name, weight)
    const glyph = font.charToGlyph(letter)
    if (glyph.index > 0) return { font, glyph }
  }
  return undefined
}

export const canWrite = (text: string, weight: Weight) => [...text].every((letter) => glyphOf(letter, weight))

/** One line of text, left to right; letters that the font lacks are left out. */
export function setLine(
  text: string,
  { size, weight, spacing = 0 }: { size: number; weight: Weight; spacing?: number },
): Line {
  const placed: { glyph: Glyph; x: number }[] = []
  let x = 0
  let before: { font: Font; glyph: Glyph } | undefined
  for (const letter of text) {
    const found = glyphOf(letter, weight)
    if (!found) continue
    const { font, glyph } = found
    if (before?.font === font) x += (font.getKerningValue(before.glyph, glyph) * size) / font.unitsPerEm
    placed.push({ glyph, x: Math.round(x) })
    x += (glyph.advanceWidth * size) / font.unitsPerEm + spacing
    before = found
  }
  return {
    width: x,
    at: (left, baseline) => placed.flatMap(({ glyph, x }) => outline(glyph, Math.round(left) + x, baseline, size)),
  }
}

const curveSteps = 6

function outline(glyph: Glyph, x: number, y: number, size: number): Contour[] {
  const contours: Contour[] = []
  let contour: Contour = []
  for (const command of glyph.getPath(x, y, size).commands) {
    if (command.type === 'Z') continue
    if (command.type === 'M') contours.push((contour = []))
    const [fromX = 0, fromY = 0] = contour.slice(-2)
    if (command.type === 'Q') {
      for (let i = 1; i < curveSteps; i += 1) {
        const [t, s] = [i / curveSteps, 1 - i / curveSteps]
        contour.push(
          s * s * fromX + 2 * s * t * command.x1 + t * t * command.x,
          s * s * fromY + 2 * s * t * command.y1 + t * t * command.y,
        )
      }
    }
    contour.push(command.x, command.y)
  }
  return contours
}
