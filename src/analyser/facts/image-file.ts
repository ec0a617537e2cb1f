import { imageSize } from 'image-size'

/** An image by its bytes, not its URL. Sizes in pixels; null for an SVG without a size. */
export type ImageFile = { type: string; width: number | null; height: number | null }

/** Safety limits in bytes. They are lower for formats in which boxes nested in boxes are searched. */
const maxBoxedBytes = 64 * 1024
const maxPlainBytes = 1024 * 1024

/** First bytes of the formats that browsers show. A dot matches any byte. */
const plain = ['\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a', '\xff\xd8\xff', 'RIFF....WEBP', '\0\0\x01\0', 'BM....\0\0\0\0']
const boxed = ['avif', 'avis', 'heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1'].map((brand) => `....ftyp${brand}`)

const begins = (bytes: Uint8Array, pattern: string) =>
  [...pattern].every((char, at) => char === '.' || bytes[at] === char.charCodeAt(0))

/**
 * Reads type and size from the start of a file. Returns null if the bytes are not an image. The size of an ICO is its
 * largest. Never throws. The first bytes decide the format, because the library recognises some formats so vaguely that
 * half of all random data matches.
 */
export function readImage(bytes: Uint8Array): ImageFile | null {
  const limit = plain.some((start) => begins(bytes, start))
    ? maxPlainBytes
    : boxed.some((start) => begins(bytes, start))
      ? maxBoxedBytes
      : 0
  if (limit === 0) return readSvg(bytes)
  try {
    // Copied, because the library reads beyond the end of a part of a buffer.
    const { type, width, height } = imageSize(new Uint8Array(bytes.subarray(0, limit)))
    const isSize = (value: number) => Number.isInteger(value) && value > 0
    return type !== undefined && isSize(width) && isSize(height) ? { type, width, height } : null
  } catch {
    return null
  }
}

const maxStartBytes = 16 * 1024
/** Sticky: white space before the root element, and one attribute of it. */
const space = /\s+/y
const attributePattern = /\s*([^\s=>"'/]{1,100})\s*=\s*(?:"([^"]*)"|'([^']*)')/y

/**
 * Recognises an SVG by its root element, which an HTML page with an inline drawing does not have. Returns null for
 * anything else.
 */
export function readSvg(bytes: Uint8Array): ImageFile | null {
  const text = decodeStart(bytes)
  const at = rootOf(text)
  if (!/^<(?:svg:)?svg[\s/>]/.test(text.slice(at, at + 9))) return null
  const attributes = readAttributes(text, at + (text.startsWith('<svg:', at) ? 8 : 4))
  const box = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [boxWidth = 0, boxHeight = 0] = box.length === 4 ? box.slice(2) : []
  const [width, height] = [pixels(attributes.get('width')), pixels(attributes.get('height'))]
  if (width !== null && height !== null) return { type: 'svg', width, height }
  if (boxWidth > 0 && boxHeight > 0 && Number.isFinite(boxWidth / boxHeight))
    return { type: 'svg', ...scaled(boxWidth, boxHeight, width, height) }
  return { type: 'svg', width: null, height: null }
}

/** Returns the size by the view box, scaled to the given side if there is one. */
function scaled(
  boxWidth: number,
  boxHeight: number,
  width: number | null,
  height: number | null,
): Pick<ImageFile, 'width' | 'height'> {
  if (width !== null) return { width, height: round((width * boxHeight) / boxWidth) }
  if (height !== null) return { width: round((height * boxWidth) / boxHeight), height }
  return { width: round(boxWidth), height: round(boxHeight) }
}

const round = (value: number) => Math.max(1, Math.round(value))

/** Returns an absolute length in pixels. A percentage depends on the page. */
function pixels(length: string | undefined): number | null {
  const found = /^\s{0,20}(\d{1,9}(?:\.\d{1,9})?)(px|pt|pc|in|cm|mm)?\s{0,20}$/.exec(length ?? '')
  const unit = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 }[found?.[2] ?? 'px'] ?? 1
  const value = Number(found?.[1] ?? 0) * unit
  return value > 0 ? round(value) : null
}

function decodeStart(bytes: Uint8Array): string {
  const start = bytes.subarray(0, maxStartBytes)
  const utf16 =
    start[0] === 0xff && start[1] === 0xfe ? 'utf-16le' : start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(utf16).decode(start)
}

/** Returns the start of the root element, after declaration, comments and document type. */
function rootOf(text: string): number {
  let at = 0
  for (;;) {
    space.lastIndex = at
    if (space.test(text)) at = space.lastIndex
    const end = text.startsWith('<!--', at)
      ? '-->'
      : text.startsWith('<?', at)
        ? '?>'
        : /^<!doctype/i.test(text.slice(at, at + 9))
          ? endOfDoctype(text, at)
          : null
    if (end === null) return at
    const to = text.indexOf(end, at + 4)
    if (to < 0) return text.length
    at = to + end.length
  }
}

/** Returns the end of a document type. Editors write entities into it, in brackets. */
function endOfDoctype(text: string, at: number): string {
  const [bracket, close] = [text.indexOf('[', at), text.indexOf('>', at)]
  return bracket >= 0 && bracket < close ? ']>' : '>'
}

function readAttributes(text: string, from: number): Map<string, string> {
  const attributes = new Map<string, string>()
  attributePattern.lastIndex = from
  for (let found = attributePattern.exec(text); found; found = attributePattern.exec(text)) {
    attributes.set(found[1] ?? '', found[2] ?? found[3] ?? '')
  }
  return attributes
}
