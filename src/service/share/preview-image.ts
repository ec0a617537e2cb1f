import { type Rating, ratingTable } from '#contract/rating.ts'
import { type Canvas, type Contour, createCanvas } from './preview-canvas.ts'
import { type Card, imageSize } from './preview-card.ts'
import { canWrite, type Line, setLine, type Weight } from './preview-font.ts'
import { encodePng } from './preview-png.ts'
import { disc, polygon, ring, roundedBox } from './preview-shapes.ts'
import { cutEnd, cutMiddle, plainLine, readableHost, readablePath } from './preview-text.ts'

/** The dashboard's light tokens (src/web/ui/tokens.css) in sRGB. */
export const tokens = {
  ground: 0xf8f9fb,
  surface: 0xffffff,
  sunken: 0xf2f4f7,
  line: 0xe1e4e8,
  text: 0x171b22,
  'text-2': 0x4e535c,
  'text-3': 0x5f636c,
  'accent-fill': 0x2d53ca,
  good: 0x007344,
  decent: 0x915900,
  bad: 0xba1e23,
}

const left = 84
const dial = { x: 944, y: 330, radius: 142, thick: 26 }
const wide = { beside: dial.x - dial.radius - 40 - left, alone: imageSize.width - 2 * left }

/** A PNG. The same card gives the same bytes. */
export function drawCard(card: Card): Uint8Array {
  const canvas = createCanvas(imageSize.width, imageSize.height, tokens.ground)
  const isJudged = card.score !== null && card.rating !== null
  const width = isJudged ? wide.beside : wide.alone
  canvas.fill(roundedBox(32, 32, 1136, 566, 28), tokens.line)
  canvas.fill(roundedBox(34, 34, 1132, 562, 26), tokens.surface)
  drawProduct(canvas)
  if (isJudged) drawDial(canvas, card.score ?? 0, tokens[card.rating ?? 'bad'])

  const host = fitted([readableHost(card.host), card.host], width, [64, 56, 48], 600, cutMiddle)
  const path = fitted(card.path === '' ? [] : [readablePath(card.path), card.path], width, [36], 500, cutMiddle)
  const title = fitted(card.title === null ? [] : [writableTitle(card.title)], width, [30], 500, cutEnd)
  let y = 288 - (path ? 8 : 0) - (title ? 24 : 0)
  if (host) canvas.fill(host.at(left, y), tokens.text)
  if (path) canvas.fill(path.at(left, (y += 62)), tokens['text-2'])
  if (title) canvas.fill(title.at(left, (y += 60)), tokens['text-3'])

  drawFoot(canvas, card)
  return encodePng(canvas)
}

/** A title without the signs that the font lacks, which part and adorn it. Letters it lacks stay: a title without some of its words is another. */
function writableTitle(title: string): string {
  const kept = [...plainLine(title)].filter((sign) => !/[\p{S}\p{P}]/u.test(sign) || canWrite(sign, 500)).join('')
  return /[\p{L}\p{N}]/u.test(kept) ? kept.replace(/\s+/g, ' ').trim() : ''
}

/** The mark of the dashboard's icon, 20 × 20 there, and the name beside it. */
function drawProduct(canvas: Canvas) {
  const [x, y, unit] = [left, 84, 2.3]
  const bar = (at: number, top: number) =>
    roundedBox(x + (at - 1) * unit, y + (top - 1) * unit, 2 * unit, (16 - top) * unit, unit)
  canvas.fill(roundedBox(x, y, 20 * unit, 20 * unit, 5 * unit), tokens['accent-fill'])
  canvas.fill([...bar(5.5, 10.5), ...bar(10, 6), ...bar(14.5, 8.5)], tokens.surface)
  canvas.fill(setLine('SEO Reports', { size: 30, weight: 600 }).at(x + 62, y + 34), tokens.text)
}

function drawDial(canvas: Canvas, score: number, colour: number) {
  const { x, y, radius, thick } = dial
  const centred = (line: Line, baseline: number) => line.at(x - line.width / 2, baseline)
  canvas.fill(ring(x, y, radius, thick, 1), tokens.line)
  // A little thicker, so that its edges lie on plain ground.
  if (score > 0) canvas.fill(ring(x, y, radius, thick + 3, Math.min(100, score) / 100), colour)
  canvas.fill(centred(setLine(String(Math.round(score)), { size: 112, weight: 600, spacing: -3 }), y + 26), tokens.text)
  canvas.fill(centred(setLine('of 100', { size: 32, weight: 500 }), y + 76), tokens['text-3'])
}

/** Rating by shape, word and colour; what there is to do; when. */
function drawFoot(canvas: Canvas, { rating, note, date }: Card) {
  const baseline = 530
  let x = left
  if (rating) {
    canvas.fill(shapeOf(rating, x + 14, baseline - 12), tokens[rating])
    const word = setLine(ratingTable[rating].label, { size: 34, weight: 600 })
    canvas.fill(word.at(x + 42, baseline), tokens[rating])
    x += 42 + word.width + 36
  }
  const more = [note, ...(date === null ? [] : [date])].join('  ·  ')
  canvas.fill(setLine(more, { size: 32, weight: 500 }).at(x, baseline), tokens['text-2'])
}

function shapeOf(rating: Rating, x: number, y: number): Contour[] {
  if (rating === 'good') return disc(x, y, 13)
  if (rating === 'decent') return polygon([x, y - 15], [x + 15, y], [x, y + 15], [x - 15, y])
  return polygon([x, y - 13], [x + 15, y + 13], [x - 15, y + 13])
}

/** The first of the texts that can be written, as large as fits, else cut; undefined when none can be. */
function fitted(
  texts: string[],
  width: number,
  sizes: number[],
  weight: Weight,
  cut: (text: string, most: number) => string,
): Line | undefined {
  const text = texts.find((one) => one !== '' && canWrite(one.slice(0, 400), weight))?.slice(0, 400)
  if (text === undefined) return undefined
  const set = (line: string, size: number) => setLine(line, { size, weight, spacing: size > 40 ? -size / 60 : 0 })
  for (const size of sizes) {
    const line = set(text, size)
    if (line.width <= width) return line
  }
  const size = sizes.at(-1) ?? 0
  let [fits, tooLong] = [1, [...text].length]
  while (tooLong - fits > 1) {
    const most = Math.floor((fits + tooLong) / 2)
    if (set(cut(text, most), size).width <= width) fits = most
    else tooLong = most
  }
  return set(cut(text, fits), size)
}
