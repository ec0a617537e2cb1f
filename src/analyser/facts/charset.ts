import { ResultType, Sniffer } from 'encoding-sniffer/sniffer'
import { clip } from './text.ts'
import type { Ordinal } from './walk.ts'

export type CharsetFacts = {
  /** The name that TextDecoder uses. */
  encoding: string
  /** The deciding source. The last two are guesses. */
  source: 'bom' | 'header' | 'meta' | 'late-meta' | 'utf-8-validity' | 'fallback'
  /** The labels as declared, even if they did not decide or are invalid. */
  header: string | null
  /** Missing from older stored facts. */
  meta?: { label: string; at: Ordinal } | null
}

/** Reports without this group don't show all declarations, and read other labels as written. */
export type CharsetNoteFacts = {
  /** The encoding that decided although the bytes are UTF-8. The page is read as UTF-8 then, as Google does. */
  mislabelled: string | null
  /** The first declarations of the page, of which only the first counts. */
  metas: { label: string; at: Ordinal }[]
}

/**
 * Bytes that the HTML standard searches for a declaration. Browsers still accept a later one, but have to start again.
 */
const prescanBytes = 1024
const lateBytes = 64 * 1024

/**
 * Decodes a page. The encoding is decided as in the HTML standard: BOM, header, declaration in the page. Where a
 * browser would guess from its user's language, valid UTF-8 is read as such.
 */
export function decodeBody(
  body: Uint8Array,
  contentType: string | null,
  truncated: boolean,
): { text: string; charset: CharsetFacts; mislabelled: string | null } {
  const header = labelOf(contentType)
  const decided = decide(body, header, truncated)
  const mislabelled = isMislabelled(body, decided, truncated) ? decided.encoding : null
  const encoding = mislabelled === null ? decided.encoding : 'utf-8'
  return {
    text: new TextDecoder(encoding).decode(body),
    charset: { encoding, source: decided.source, header: header === null ? null : clip(header, 60) },
    mislabelled,
  }
}

/** Encodings whose characters have one byte. Text in one of them is hardly ever valid UTF-8 too. */
const singleByte = /^(?:windows|iso-8859|koi8|macintosh|x-mac|ibm)/
/** In other encodings, a few characters can be. */
const enough = 3

/**
 * True if the declared encoding is another one, but the bytes are UTF-8. For UTF-16, plain ASCII decides too, because
 * its letters would have a zero byte.
 */
function isMislabelled(
  body: Uint8Array,
  { encoding, source }: Pick<CharsetFacts, 'encoding' | 'source'>,
  truncated: boolean,
): boolean {
  if (encoding === 'utf-8' || source === 'bom' || source === 'utf-8-validity' || source === 'fallback') return false
  const isUtf16 = encoding.startsWith('utf-16')
  const wanted = singleByte.test(encoding) ? 1 : enough
  let characters = 0
  for (const byte of body) {
    if (isUtf16 && byte === 0) return false
    // The first byte of a character beyond ASCII.
    if (byte >= 0xc2 && ++characters >= wanted && !isUtf16) break
  }
  return (isUtf16 || characters >= wanted) && isUtf8(body, truncated)
}

function decide(
  body: Uint8Array,
  header: string | null,
  truncated: boolean,
): Pick<CharsetFacts, 'encoding' | 'source'> {
  const bom = bomOf(body)
  if (bom) return { encoding: bom, source: 'bom' }
  const fromHeader = encodingOf(header)
  if (fromHeader) return { encoding: fromHeader, source: 'header' }
  const declared = prescan(body, prescanBytes)
  if (declared) return { encoding: declared, source: 'meta' }
  const late = body.length > prescanBytes ? prescan(body, lateBytes) : null
  if (late) return { encoding: late, source: 'late-meta' }
  return isUtf8(body, truncated)
    ? { encoding: 'utf-8', source: 'utf-8-validity' }
    : { encoding: 'windows-1252', source: 'fallback' }
}

function bomOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : null
}

function prescan(body: Uint8Array, bytes: number): string | null {
  const sniffer = new Sniffer({ maxBytes: bytes })
  sniffer.write(body.subarray(0, bytes))
  const found = [ResultType.META_TAG, ResultType.XML_ENCODING, ResultType.XML_PREFIX].includes(sniffer.resultType)
  return found ? encodingOf(sniffer.encoding) : null
}

/** Returns the label in `text/html; charset="utf-8"`. */
function labelOf(contentType: string | null): string | null {
  for (const parameter of (contentType ?? '').split(';').slice(1)) {
    const equals = parameter.indexOf('=')
    if (equals < 0 || parameter.slice(0, equals).trim().toLowerCase() !== 'charset') continue
    return (
      parameter
        .slice(equals + 1)
        .trim()
        .replace(/^["']|["']$/g, '') || null
    )
  }
  return null
}

/** Returns the encoding of a label, or null if the label is unknown. */
export function encodingOf(label: string | null): string | null {
  if (label === null) return null
  if (label.trim().toLowerCase() === 'x-user-defined') return 'windows-1252'
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}

/**
 * Returns the encoding of a label in the page. It cannot be UTF-16, because the label itself was readable as ASCII
 * (HTML standard).
 */
export function metaEncodingOf(label: string): string | null {
  const encoding = encodingOf(label)
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? 'utf-8' : encoding
}

/**
 * True for UTF-8. A truncated body can end inside a character, so up to three bytes at its end are
 * ignored.
 */
function isUtf8(body: Uint8Array, truncated: boolean): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let missing = 0; missing <= (truncated ? 3 : 0); missing++) {
    try {
      decoder.decode(body.subarray(0, body.length - missing))
      return true
    } catch {
      // The body may end inside a character: the next try leaves out one more byte.
    }
  }
  return false
}
