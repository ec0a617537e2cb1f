import { fileURLToPath } from 'node:url'
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js'
import sharp from 'sharp'

/** A line of text to draw. Sizes are in pixels. */
export type Line = {
  text: string
  size: number
  weight: 500 | 600
  /** Between letters. */
  spacing?: number
}

const fontFiles = [
  import.meta.resolve('@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf'),
  import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
].map((url) => fileURLToPath(url))

export const fontOptions: ResvgRenderOptions = {
  font: {
    // System fonts would make the picture differ between machines.
    loadSystemFonts: false,
    fontFiles,
    defaultFontFamily: 'Inter',
  },
}

/** Each picture is drawn by one thread, so that previews never take the whole machine. */
sharp.concurrency(1)
sharp.cache(false)

/** Limit for the size of a picture, in bytes (decision 021). */
const maxBytes = 20 * 1024

/** Renders an SVG into a PNG of up to 16 colours, with which edges still look smooth. Dense text gets fewer. */
export async function rasterise(svg: string): Promise<Uint8Array> {
  const { pixels, width, height } = new Resvg(svg, fontOptions).render()
  const encode = (quality: number) =>
    sharp(pixels, { raw: { width, height, channels: 4 } })
      .png({ palette: true, colours: 16, quality, dither: 0, effort: 5 })
      .toBuffer()
  const png = await encode(100)
  return png.length < maxBytes ? png : encode(40)
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
