import { readFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import { imageSize } from 'image-size'
import { describe, expect, it } from 'vitest'
import { indexabilityTexts } from '#contract/reports/indexability.ts'
import { cardSvg, tokens } from './card-svg.ts'
import type { Card } from './card.ts'
import { hasGlyphs } from './plain-text.ts'
import { fontOptions, rasterise, svgText } from './rasterise.ts'

const card: Card = {
  host: 'shop.example',
  path: '/pricing',
  title: 'Plans and prices',
  indexability: indexabilityTexts.indexable,
  score: 72,
  rating: 'decent',
  note: '14 to fix',
  date: '3 May 2026',
}
const maxBytes = 60 * 1024

const drawCard = (more: Partial<Card> = {}) => rasterise(cardSvg({ ...card, ...more }))
const svgOf = (more: Partial<Card>) => cardSvg({ ...card, ...more })

/** Decodes a PNG. */
function read(png: Uint8Array) {
  const { type, width, height } = imageSize(png)
  const href = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image href="${href}"/></svg>`
  const { pixels } = new Resvg(svg).render()
  const colourAt = (x: number, y: number) => `#${pixels.subarray((y * width + x) * 4).toString('hex', 0, 3)}`
  return { type, width, height, colourAt }
}

describe('a picture', () => {
  it('is a PNG of 1200 × 630 pixels, below 60 KiB', () => {
    const png = drawCard()
    const { colourAt, ...picture } = read(png)
    expect(picture).toEqual({ type: 'png', width: 1200, height: 630 })
    expect(colourAt(0, 0)).toBe(tokens.ground)
    expect(colourAt(600, 50)).toBe(tokens.surface)
    expect(png.length).toBeLessThan(maxBytes)
  })

  it.each([
    [25, 'bad', tokens['poor-fill']],
    [75, 'decent', tokens['decent-fill']],
    [100, 'good', tokens['good-fill']],
    [0, 'bad', tokens['poor-fill']],
  ] as const)('draws the score of %d as an arc, clockwise from the top', (score, rating, fill) => {
    const { colourAt } = read(drawCard({ score, rating }))
    const ringAt = (percent: number) => {
      const angle = (percent / 50 - 0.5) * Math.PI
      return colourAt(Math.round(944 + 142 * Math.cos(angle)), Math.round(330 + 142 * Math.sin(angle)))
    }
    for (const percent of [2, 23, 27, 48, 52, 73, 77, 98])
      expect(ringAt(percent), `${percent}%`).toBe(percent < score ? fill : tokens.line)
  })

  it('has the same bytes for the same card, and others for another', () => {
    const bytes = (more?: Partial<Card>) => Buffer.from(drawCard(more)).toString('base64')
    expect(bytes()).toBe(bytes())
    const others: Partial<Card>[] = [
      { host: 'shop.test' },
      { path: '' },
      { title: 'Plans' },
      { indexability: indexabilityTexts.blocked },
      { indexability: null },
      { score: 71 },
      { rating: 'bad' },
      { note: '13 to fix' },
      { date: null },
    ]
    expect(new Set([{}, ...others].map(bytes))).toHaveProperty('size', others.length + 1)
  })

  it.each([
    'ラーメン屋の公式サイト',
    'Ramen ｜ ラーメン',
    'مرحبا بالعالم',
    'नमस्ते',
    '🎉🎉🎉',
    '\u202E\u0000',
    'Zalgo x\u0338\u0489',
  ])('leaves out the title %j, which the font cannot write', (title) => {
    expect(svgOf({ title })).toBe(svgOf({ title: null }))
  })

  it('leaves out only the emoji and control characters of a title that can be written', () => {
    expect(svgOf({ title: '\u202EPlans 🎉 and\nprices\u0000' })).toBe(svgOf({}))
  })

  it('leaves out only the signs that the font lacks', () => {
    expect(svgOf({ title: '➤ Plans ｜ and ✓ prices ⟫' })).toBe(svgOf({}))
    expect(svgOf({ title: '➤ ｜ – ✓' })).toBe(svgOf({ title: null }))
  })

  it('has a glyph for every character that it writes', () => {
    const outlineOf = (character: string) => {
      const line = { text: character, size: 20, weight: 500 } as const
      const svg = `<svg xmlns="http://www.w3.org/2000/svg">${svgText(line, { y: 20 })}</svg>`
      return new Resvg(svg, fontOptions).toString()
    }
    const missing = outlineOf('漢')
    const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
      (one) => hasGlyphs(one) && !/[\p{Cn}\p{Cf}]/u.test(one),
    )
    expect(characters.length).toBeGreaterThan(1_300)
    expect(characters.filter((character) => outlineOf(character) === missing)).toEqual([])
  })

  it('writes Latin, Greek, Cyrillic and Vietnamese, and hosts in Unicode', () => {
    for (const title of ['Łódź', 'Ελληνικά', 'Русский', 'Tiếng Việt']) expect(svgOf({ title })).toContain(title)
    expect(svgOf({ host: 'xn--mnchen-3ya.example' })).toBe(svgOf({ host: 'münchen.example' }))
    expect(svgOf({ path: '/%E6%97%A5' }), 'as stored, where the font lacks the letters').toContain('/%E6%97%A5')
  })

  it('cuts long lines before the dial', () => {
    const { colourAt } = read(drawCard({ host: `${'w'.repeat(63)}.example`, path: `/${'w'.repeat(300)}` }))
    const gap = Array.from({ length: 34 }, (_, i) => 752 + i)
    const colours = Array.from({ length: 220 }, (_, i) => gap.map((x) => colourAt(x, 220 + i)))
    expect(new Set(colours.flat())).toEqual(new Set([tokens.surface]))
  })

  it.each<[string, Partial<Card>]>([
    [
      'endless texts',
      {
        host: `${'w'.repeat(63)}.${'W8'.repeat(30)}.example`,
        path: `/${'aBg8&%Q/S$3e'.repeat(2_000)}`,
        title: 'ß@&§8%gQRSae'.repeat(2_000),
        note: '128 to fix',
        date: '23 September 2026',
      },
    ],
    ['markup', { host: '<b>"', path: '/"></title><script>', title: `</title><svg onload=alert(1)> ' " & {}` }],
    ['nothing at all', { host: '', path: '', title: null, score: null, rating: null, note: '', date: null }],
    ['scores past the ends', { score: 1_000, rating: 'good' }],
    ['scores below', { score: -5, rating: 'bad' }],
  ])('keeps to its size with %s', (_, more) => {
    const png = drawCard(more)
    expect(read(png)).toMatchObject({ width: 1200, height: 630 })
    expect(png.length).toBeLessThan(maxBytes)
  })
})

it('uses the colours of the dashboard', () => {
  const css = readFileSync(new URL('../../web/ui/tokens.css', import.meta.url), 'utf8')
  for (const [name, colour] of Object.entries(tokens)) {
    const [, light = ''] = new RegExp(`--${name}: light-dark\\(oklch\\(([^)]*)\\)`).exec(css) ?? []
    const [lightness = 0, chroma = 0, hue = 0] = light.split(' ').map(Number.parseFloat)
    expect(colour, name).toBe(
      `#${srgb(lightness / 100, chroma, hue)
        .toString(16)
        .padStart(6, '0')}`,
    )
  }
})

/** CSS Color 4, 10.4. */
function srgb(lightness: number, chroma: number, hue: number) {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return linear.reduce(
    (sum, channel) =>
      sum * 256 +
      Math.round(
        255 * Math.min(1, Math.max(0, channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055)),
      ),
    0,
  )
}
