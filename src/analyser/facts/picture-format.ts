import { attribute, type Element } from './tree.ts'

/** `open` is where the server chooses by what the browser accepts, or where the address does not tell. */
export type PictureFormat = 'modern' | 'legacy' | 'vector' | 'open'

const byEnding: Record<string, PictureFormat> = {
  webp: 'modern', avif: 'modern', jxl: 'modern', svg: 'vector', svgz: 'vector',
  jpg: 'legacy', jpeg: 'legacy', jpe: 'legacy', jfif: 'legacy', png: 'legacy', apng: 'legacy', gif: 'legacy', bmp: 'legacy', tif: 'legacy', tiff: 'legacy',
}
const byType: Record<string, PictureFormat> = { 'image/jpeg': 'legacy', 'image/png': 'legacy', 'image/gif': 'legacy', 'image/webp': 'modern', 'image/avif': 'modern', 'image/jxl': 'modern', 'image/svg+xml': 'vector' }

/** What resizing services write into addresses: a modern format, or that the server may choose one. */
const asksModern = /[?&,/;](?:f|fm|format|fmt|output)[_=,](?:webp|avif|jxl)/i
const asksAny = /[?&,/;](?:f|fm|format|fmt|output)[_=,]auto|[?&]auto=[^&]{0,60}(?:format|webp|avif)|\/_next\/image|\/_vercel\/image|\/_ipx\/|\/cdn\/shop\/|cdn\.shopify\.com|\/\/i\d\.wp\.com/i

/** By the address alone. */
export function formatOf(address: string): PictureFormat {
  const url = address.slice(0, 2048)
  if (asksModern.test(url)) return 'modern'
  if (asksAny.test(url)) return 'open'
  const path = url.replace(/[?#][^]*$/, '')
  return byEnding[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'open'
}

/** What a source element of a picture offers: by its type, else by its first candidate. */
export function formatOfSource(source: Element): PictureFormat {
  const type = attribute(source, 'type')?.slice(0, 100).trim().toLowerCase()
  if (type) return byType[type] ?? 'open'
  const first = firstCandidate(attribute(source, 'srcset'))
  return first === null ? 'open' : formatOf(first)
}

/** The first address of a srcset. */
export const firstCandidate = (srcset: string | null): string | null => /^[\s,]{0,100}(\S+)/.exec((srcset ?? '').slice(0, 2048))?.[1]?.replace(/,{1,9}$/, '') ?? null
