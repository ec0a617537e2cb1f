import { fileURLToPath } from 'node:url'
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js'

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

/** Renders an SVG into a PNG. */
export const rasterise = (svg: string): Uint8Array => new Resvg(svg, fontOptions).render().asPng()

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
