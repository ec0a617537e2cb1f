import { imageSize } from 'image-size'
import { readSvg } from './probe-svg.ts'

/** A raster or vector image by its own bytes, whatever its name says. Pixels; null for an SVG without a size. */
export type ImageFile = { type: string; width: number | null; height: number | null }

/** More is not looked at, and less of formats in which boxes inside boxes are searched. */
const boxedLimit = 64 * 1024
const plainLimit = 1024 * 1024

/** How files of the formats that browsers show begin; a dot stands for any byte. */
const plain = ['\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a', '\xff\xd8\xff', 'RIFF....WEBP', '\0\0\x01\0', 'BM....\0\0\0\0']
const boxed = ['avif', 'avis', 'heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1'].map((brand) => `....ftyp${brand}`)

const begins = (bytes: Uint8Array, pattern: string) =>
  [...pattern].every((char, at) => char === '.' || bytes[at] === char.charCodeAt(0))

/**
 * Reads the size from the start of the file; null when the bytes are no image. Of an ICO it is the largest. Never throws. The
 * format is told by the first bytes before the library sees them: it knows some so vague that half of all junk is one.
 */
export function readImage(bytes: Uint8Array): ImageFile | null {
  const limit = plain.some((start) => begins(bytes, start))
    ? plainLimit
    : boxed.some((start) => begins(bytes, start))
      ? boxedLimit
      : 0
  if (limit === 0) return readSvg(bytes)
  try {
    // A copy, for the library reads on behind the end of a part of a buffer.
    const { type, width, height } = imageSize(new Uint8Array(bytes.subarray(0, limit)))
    const isSize = (value: number) => Number.isInteger(value) && value > 0
    return type !== undefined && isSize(width) && isSize(height) ? { type, width, height } : null
  } catch {
    return null
  }
}
