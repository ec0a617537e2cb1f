import { type Rating, ratingTable } from '#contract/reports/rating.ts'
import type { Card } from './card.ts'
import {
  cutEnd,
  cutMiddle,
  hasGlyphs,
  maxTextLength,
  plainLine,
  readableHost,
  readablePath,
  withoutMissingSigns,
} from './plain-text.ts'
import { imageSize } from './preview.ts'
import { type Line, svgText, textWidth } from './rasterise.ts'

/** The dashboard's light tokens (`src/web/ui/tokens.css`) in sRGB. */
export const tokens = {
  ground: '#f8f9fb',
  surface: '#ffffff',
  line: '#e1e4e8',
  text: '#171b22',
  'text-2': '#4e535c',
  'text-3': '#5f636c',
  'accent-fill': '#2d53ca',
  good: '#007344',
  decent: '#915900',
  bad: '#ba1e23',
  'good-fill': '#00a462',
  'decent-fill': '#d77b00',
  'poor-fill': '#dd272d',
}

const fills: Record<Rating, string> = {
  good: tokens['good-fill'],
  decent: tokens['decent-fill'],
  bad: tokens['poor-fill'],
}

/** Left edge of all text, in pixels. */
const left = 84
const dial = { x: 944, y: 330, radius: 158 }
const widthBesideDial = dial.x - dial.radius - 40 - left
const widthWithoutDial = imageSize.width - 2 * left

/** Returns the picture of a card as an SVG. Lines that the font cannot write are left out. */
export function cardSvg({ host, path, title, indexability, score, rating, note, date }: Card): string {
  const isRated = score !== null && rating !== null
  const width = isRated ? widthBesideDial : widthWithoutDial
  const plainTitle = writableTitle(title ?? '')
  // A view has no host: its name is the heading.
  const heading = fitLine(host === '' ? [plainTitle] : [readableHost(host), host], width, headingStyle)
  const pathLine = fitLine([readablePath(path), path], width, { sizes: [36], weight: 500, cut: cutMiddle })
  const titleLine = host === '' ? undefined : fitLine([plainTitle], width, { sizes: [30], weight: 500, cut: cutEnd })
  const indexabilityLine =
    indexability === null ? undefined : fitLine([indexability], width, { sizes: [28], weight: 500, cut: cutEnd })
  const headingY = 288 - (pathLine ? 8 : 0) - (titleLine ? 24 : 0) - (indexabilityLine ? 24 : 0)
  const pathY = headingY + 62
  const titleY = (pathLine ? pathY : headingY) + 60
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${imageSize.width}" height="${imageSize.height}">
<rect width="${imageSize.width}" height="${imageSize.height}" fill="${tokens.ground}"/>
<rect x="33" y="33" width="1134" height="564" rx="27" fill="${tokens.surface}" stroke="${tokens.line}" stroke-width="2"/>
${brand}
${heading ? svgText(heading, { x: left, y: headingY, fill: tokens.text }) : ''}
${pathLine ? svgText(pathLine, { x: left, y: pathY, fill: tokens['text-2'] }) : ''}
${titleLine ? svgText(titleLine, { x: left, y: titleY, fill: tokens['text-3'] }) : ''}
${indexabilityLine ? svgText(indexabilityLine, { x: left, y: footerY - 62, fill: tokens['text-2'] }) : ''}
${isRated ? dialOf(score, rating) : ''}
${footer(rating, date === null ? note : `${note}\u2002·\u2002${date}`)}
</svg>`
}

const headingStyle: Wanted = { sizes: [64, 56, 48], weight: 600, cut: cutMiddle }

/** The icon of the dashboard (`public/favicon.svg`, 20 × 20) beside the product's name. */
const brand = `<g transform="translate(${left} 84) scale(2.3)"><rect width="20" height="20" rx="5" fill="${tokens['accent-fill']}"/>
<circle cx="10" cy="10" r="5.2" fill="none" stroke="${tokens.surface}" stroke-width="3.2" stroke-dasharray="3.1 .984"/></g>
${svgText({ text: 'SEO Reports', size: 30, weight: 600 }, { x: left + 62, y: 118, fill: tokens.text })}`

/** Of the middle of the ring's stroke. The score is an arc of it, as in the dashboard. */
const arc = { radius: 142, width: 30 }

function dialOf(score: number, rating: Rating): string {
  const { x, y } = dial
  const centred = { x, 'text-anchor': 'middle' }
  const number = { text: String(Math.round(score)), size: 104, weight: 600, spacing: -3 } as const
  const ofHundred = { text: 'of 100', size: 30, weight: 500 } as const
  const length = 2 * Math.PI * arc.radius
  const part = (Math.min(100, Math.max(0, score)) / 100) * length
  const ring = `cx="${x}" cy="${y}" r="${arc.radius}" fill="none" stroke-width="${arc.width}"`
  const covered = `stroke="${fills[rating]}" stroke-dasharray="${part.toFixed(1)} ${length.toFixed(1)}"`
  return `<circle ${ring} stroke="${tokens.line}"/>
${part > 0 ? `<circle ${ring} ${covered} transform="rotate(-90 ${x} ${y})"/>` : ''}
${svgText(number, { ...centred, y: y + 24, fill: tokens.text })}
${svgText(ofHundred, { ...centred, y: y + 70, fill: tokens['text-3'] })}`
}

const footerY = 530
const shapes: Record<Rating, string> = {
  good: `<circle cx="${left + 14}" cy="${footerY - 12}" r="13"/>`,
  decent: `<path d="m${left + 14} ${footerY - 27} 15 15-15 15-15-15z"/>`,
  bad: `<path d="m${left + 14} ${footerY - 25} 15 26h-30z"/>`,
}

/** The rating by shape, word and colour, and the note. */
function footer(rating: Rating | null, note: string): string {
  const noteAt = (x: number) =>
    svgText({ text: note, size: 32, weight: 500 }, { x, y: footerY, fill: tokens['text-2'] })
  if (rating === null) return noteAt(left)
  const label = { text: ratingTable[rating].label, size: 34, weight: 600 } as const
  const labelX = left + 42
  return `<g fill="${tokens[rating]}">${shapes[rating]}</g>
${svgText(label, { x: labelX, y: footerY, fill: tokens[rating] })}
${noteAt(labelX + textWidth(label) + 36)}`
}

/** Returns a title in characters of the font: without other signs, and empty if only signs are left. */
function writableTitle(title: string): string {
  const text = withoutMissingSigns(plainLine(title))
  return /[\p{L}\p{N}]/u.test(text) ? text : ''
}

type Cut = (text: string, length: number) => string
type Wanted = { sizes: number[]; weight: Line['weight']; cut: Cut }

/**
 * Returns the first text that the font can write, in the largest size that fits, or cut; undefined if there is none.
 */
function fitLine(texts: string[], width: number, { sizes, weight, cut }: Wanted): Line | undefined {
  const text = texts.map((text) => text.slice(0, maxTextLength)).find((text) => text !== '' && hasGlyphs(text))
  if (text === undefined) return undefined
  for (const size of sizes) {
    const line = lineOf(text, size, weight)
    if (text.length <= maxLetters(width, size) && textWidth(line) <= width) return line
  }
  const size = sizes.at(-1)!
  let length = Math.min([...text].length, maxLetters(width, size))
  while (true) {
    const line = lineOf(cut(text, length), size, weight)
    const share = width / textWidth(line)
    if (share >= 1) return line
    length = Math.min(length - 1, Math.floor(length * share))
  }
}

const lineOf = (text: string, size: number, weight: Line['weight']): Line => ({
  text,
  size,
  weight,
  spacing: size > 40 ? -size / 60 : 0,
})

/** Upper limit for the letters of a line, because measuring is slow: even narrow ones take a quarter of their size. */
const maxLetters = (width: number, size: number) => Math.floor((width * 4) / size)
