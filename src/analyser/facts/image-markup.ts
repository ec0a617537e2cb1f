import { declarations } from './inline-style.ts'
import { attribute, type Element } from './tree.ts'
import type { Ordinal } from './walk.ts'

export type Picture = { src: string; at: Ordinal }
/** Lazy loading: by the loading attribute, or by a script that fills in the URL. */
export type Lazy = 'browser' | 'script' | null

/**
 * The format for a browser that supports all. `modern` includes servers that choose by the Accept header. `open` means
 * that the URL leaves it open.
 */
export type PictureFormat = 'modern' | 'legacy' | 'vector' | 'open'

const byEnding = new Map<string, PictureFormat>([
  ...['webp', 'avif', 'jxl'].map((ending) => [ending, 'modern'] as const),
  ...['svg', 'svgz'].map((ending) => [ending, 'vector'] as const),
  ...['jpg', 'jpeg', 'jpe', 'jfif', 'png', 'apng', 'gif', 'bmp', 'tif', 'tiff'].map(
    (ending) => [ending, 'legacy'] as const,
  ),
])
const byType = new Map<string, PictureFormat>([
  ['image/jpeg', 'legacy'],
  ['image/png', 'legacy'],
  ['image/gif', 'legacy'],
  ['image/webp', 'modern'],
  ['image/avif', 'modern'],
  ['image/jxl', 'modern'],
  ['image/svg+xml', 'vector'],
])

/**
 * Parameters in the URLs of image services: a modern format, or one chosen by the Accept header, as with Cloudinary,
 * imgix, Cloudflare, Next.js, Vercel, Shopify and Photon.
 */
const requestsModern = /(?:[?&,/;](?:f|fm|format|fmt|output)[_=,]|:format\()(?:webp|avif|jxl)/i
const negotiates =
  /[?&,/;](?:f|fm|format|fmt|output)[_=,]auto|[?&]auto=[^?&]{0,60}(?:format|webp|avif)|\/_next\/image|\/_vercel\/image|\/cdn\/shop\/|cdn\.shopify\.com|\/\/i\d\.wp\.com/i
/** The URL of this service doesn't contain the format. */
const hidesFormat = /\/_ipx\//i

/** A quick test, which most URLs fail. */
const mayRequestFormat = /[_=,(](?:webp|avif|jxl|auto)|\/_|\/cdn\/shop|shopify|wp\.com|auto=/i

/** Returns the format by the URL alone. */
export function formatOf(fullUrl: string): PictureFormat {
  const url = fullUrl.slice(0, 2048)
  const path = withoutQuery(url)
  const named = byEnding.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? 'open'
  if (named === 'modern' || !mayRequestFormat.test(url)) return named
  if (requestsModern.test(url) || negotiates.test(url)) return 'modern'
  return hidesFormat.test(url) ? 'open' : named
}

export function withoutQuery(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  const hash = path.indexOf('#')
  return hash < 0 ? path : path.slice(0, hash)
}

/** Returns the format that a source element of a picture offers: by its type, else by its first candidate. */
export function formatOfSource(source: Element): PictureFormat {
  const type = attribute(source, 'type')?.slice(0, 100).trim().toLowerCase()
  if (type) return byType.get(type) ?? 'open'
  const first = firstCandidate(attribute(source, 'srcset'))
  return first === null ? 'open' : formatOf(first)
}

/** Returns the first URL of a srcset. */
export function firstCandidate(srcset: string | null): string | null {
  if (srcset === null) return null
  const match = /^[\s,]{0,100}(\S{1,2048})/.exec(srcset)?.[1]
  return match?.replace(/,{1,9}$/, '') ?? null
}

/**
 * Returns a dimension attribute in CSS pixels, parsed as in the HTML standard. Null if it is absent or a percentage.
 */
export function pixels(value: string | null): number | null {
  const match = value === null ? null : /^[\t\n\f\r ]{0,99}(\d{1,9})(?:\.\d{0,9})?(.?)/.exec(value)
  return !match || match[2] === '%' ? null : Number(match[1])
}

/** Returns the last length of a sizes attribute, which applies to wide screens, in CSS pixels; null for other units. */
export function widthOfSizes(sizes: string | null): number | null {
  const last = sizes?.slice(-100).split(',').at(-1) ?? ''
  const match = /(?:^|\s)(\d{1,5})(?:\.\d{0,9})?px\s{0,9}$/i.exec(last)
  return match ? Number(match[1]) : null
}

/** True for an image of at most two pixels each way, which counts views and shows nothing. */
export function isTrackingPixel(element: Element, style: string | null): boolean {
  const sides = (['width', 'height'] as const).map((name) => pixels(attribute(element, name)))
  if (sides.every((side) => side !== null && side <= maxPixelSide)) return true
  if (style === null || !/width|height/i.test(style)) return false
  const declared = declarations(style, ['width', 'height'])
  return (['width', 'height'] as const).every((name, at) => {
    const length = /^(\d{1,9}(?:\.\d{1,9})?)(?:px)?$/.exec(declared.get(name) ?? '')
    const side = length ? Number(length[1]) : sides[at]
    return side !== null && side !== undefined && side <= maxPixelSide
  })
}

const maxPixelSide = 2

export const sizeProperties = ['position', 'aspect-ratio', 'width', 'height']
const unset = new Set(['auto', 'initial', 'unset', 'revert', 'inherit'])

/** True if the browser can reserve the image's space before it loads, from its attributes or the values declared. */
export function isSized(width: number | null, height: number | null, declared: ReadonlyMap<string, string>): boolean {
  if (width !== null && height !== null) return true
  if (/^(?:absolute|fixed)$/.test(declared.get('position') ?? '')) return true
  const has = (name: string) => declared.has(name) && !unset.has(declared.get(name) ?? '')
  return has('aspect-ratio') || ((width !== null || has('width')) && (height !== null || has('height')))
}
