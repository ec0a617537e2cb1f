import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Card } from './preview-card.ts'
import { drawCard, tokens } from './preview-image.ts'

const card: Card = {
  host: 'shop.example',
  path: '/pricing',
  title: 'Plans and prices',
  score: 72,
  rating: 'decent',
  note: '14 to fix',
  date: '3 May 2026',
}
const most = 20 * 1024

/** The chunks of a PNG by name, each once, and its pixels. */
function read(png: Uint8Array) {
  const file = Buffer.from(png)
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at))
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  const [header, palette, rows] = [
    chunks.get('IHDR'),
    chunks.get('PLTE'),
    inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0)),
  ]
  const colourAt = (x: number, y: number) => palette?.readUIntBE(3 * (rows[y * 1201 + 1 + x] ?? 0), 3)
  return {
    names: [...chunks.keys()],
    width: header?.readUInt32BE(0),
    height: header?.readUInt32BE(4),
    colourAt,
    palette,
  }
}

describe('a picture', () => {
  it('is a PNG as large as networks show it, and small as a file', () => {
    const png = drawCard(card)
    const { names, width, height, colourAt } = read(png)
    expect(Array.from(png.subarray(0, 4))).toEqual([0x89, 0x50, 0x4e, 0x47])
    expect({ names, width, height }).toEqual({ names: ['IHDR', 'PLTE', 'IDAT', 'IEND'], width: 1200, height: 630 })
    expect(colourAt(0, 0)).toBe(tokens.ground)
    expect(colourAt(600, 50)).toBe(tokens.surface)
    expect(png.length).toBeLessThan(most)
  })

  it('draws the score as a share of the ring, in the colour of its rating', () => {
    const ringAt = (degrees: number, score: number, rating: Card['rating']) => {
      const angle = ((degrees - 90) * Math.PI) / 180
      return read(drawCard({ ...card, score, rating })).colourAt(
        Math.round(944 + 142 * Math.cos(angle)),
        Math.round(330 + 142 * Math.sin(angle)),
      )
    }
    expect(ringAt(240, 72, 'decent')).toBe(tokens.decent)
    expect(ringAt(280, 72, 'decent')).toBe(tokens.line)
    expect(ringAt(10, 0, 'bad')).toBe(tokens.line)
    expect(ringAt(350, 100, 'good')).toBe(tokens.good)
  })

  it('is the same for the same card, and another for another', () => {
    const bytes = (more: Partial<Card> = {}) => Buffer.from(drawCard({ ...card, ...more })).toString('base64')
    expect(bytes()).toBe(bytes())
    const others: Partial<Card>[] = [
      { host: 'shop.test' },
      { path: '' },
      { title: 'Plans' },
      { score: 71 },
      { rating: 'bad' },
      { note: '13 to fix' },
      { date: null },
    ]
    expect(new Set([bytes(), ...others.map(bytes)])).toHaveProperty('size', others.length + 1)
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
    expect(drawCard({ ...card, title })).toEqual(drawCard({ ...card, title: null }))
  })

  it('leaves out pictures and control signs alone where the rest can be written', () => {
    expect(drawCard({ ...card, title: '\u202EPlans 🎉 and\nprices\u0000' })).toEqual(
      drawCard({ ...card, title: 'Plans and prices' }),
    )
  })

  it('leaves out signs alone that the font lacks', () => {
    const titled = (title: string | null) => Buffer.from(drawCard({ ...card, title })).toString('base64')
    expect(titled('➤ Plans ｜ and ✓ prices ⟫') === titled('Plans and prices')).toBe(true)
    expect(titled('➤ ｜ – ✓') === titled(null)).toBe(true)
  })

  it('writes Latin, Greek, Cyrillic and Vietnamese, and hosts in letters', () => {
    const drawn = (more: Partial<Card>) => Buffer.from(drawCard({ ...card, ...more })).toString('base64')
    const without = drawn({ title: null })
    for (const title of ['Łódź', 'Ελληνικά', 'Русский', 'Tiếng Việt']) expect(drawn({ title }), title).not.toBe(without)
    expect(drawn({ host: 'xn--mnchen-3ya.example' })).toBe(drawn({ host: 'münchen.example' }))
    expect(drawn({ path: '/%E6%97%A5' }), 'as it is stored, where the font lacks the letters').not.toBe(
      drawn({ path: '' }),
    )
  })

  it.each<[string, Partial<Card>]>([
    [
      'endless',
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
    const png = drawCard({ ...card, ...more })
    expect(read(png)).toMatchObject({ width: 1200, height: 630 })
    expect(png.length).toBeLessThan(most)
  })
})

it('its colours are the dashboard’s', () => {
  const css = readFileSync(new URL('../../web/ui/tokens.css', import.meta.url), 'utf8')
  for (const [name, colour] of Object.entries(tokens)) {
    const [, light = ''] = new RegExp(`--${name}: light-dark\\(oklch\\(([^)]*)\\)`).exec(css) ?? []
    const [lightness = 0, chroma = 0, hue = 0] = light.split(' ').map(Number.parseFloat)
    expect(`#${colour.toString(16)}`, name).toBe(`#${srgb(lightness / 100, chroma, hue).toString(16)}`)
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
