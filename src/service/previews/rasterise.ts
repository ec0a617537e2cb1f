import { fileURLToPath } from 'node:url'
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js'
import { encode } from 'fast-png'

/** A line of text to draw. Sizes are in pixels. */
export type Line = {
  text: string
  size: number
  weight: 500 | 600
  /** Between letters. */
  spacing?: number
}

const fontFiles = ['inter-medium.ttf', 'inter-semi-bold.ttf'].map((name) =>
  fileURLToPath(new URL(`../../../fonts/${name}`, import.meta.url)),
)

export const fontOptions: ResvgRenderOptions = {
  font: {
    // System fonts would make the picture differ between machines.
    loadSystemFonts: false,
    fontFiles,
    defaultFontFamily: 'Inter',
  },
}

/** Renders an opaque SVG into a PNG. The encoder of resvg, which is made for speed, writes 60% more bytes. */
export function rasterise(svg: string): Uint8Array {
  const { width, height, pixels } = new Resvg(svg, fontOptions).render()
  const data = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    data[to] = pixels[from]!
    data[to + 1] = pixels[from + 1]!
    data[to + 2] = pixels[from + 2]!
  }
  return encode({ width, height, channels: 3, data }, { zlib: { level: 6 } })
}

/** Returns the width of a line in pixels. */
export const textWidth = (line: Line): number =>
  new Resvg(`<svg xmlns="http://www.w3.org/2000/svg">${svgText(line, { y: line.size })}</svg>`, fontOptions).getBBox()
    ?.width ?? 0

/** Returns a line as an SVG element. */
export function svgText({ text, size, weight, spacing = 0 }: Line, place: Record<string, string | number>): string {
  const style = { 'font-family': 'Inter', 'font-size': size, 'font-weight': weight, 'letter-spacing': spacing }
  const attributes = Object.entries({ ...place, ...style }).map(([name, value]) => ` ${name}="${value}"`)
  return `<text${attributes.join('')}>${escapeXml(text)}</text>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeXml = (text: string) => text.replace(/[&<>]/g, (sign) => entities[sign]!)
