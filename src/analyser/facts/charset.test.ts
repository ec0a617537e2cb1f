import { describe, expect, it } from 'vitest'
import { decodeBody } from './charset.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...utf8(part)] : part)))
const utf16 = (text: string, little: boolean) =>
  [...text].flatMap((char) => (little ? [char.charCodeAt(0), 0] : [0, char.charCodeAt(0)]))
const decoded = (body: Uint8Array, contentType: string | null = 'text/html', truncated = false) => {
  const { text, charset } = decodeBody(body, contentType, truncated)
  return [text, charset.encoding, charset.source]
}
/** 日本語 */
const japanese = [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]

describe('the encoding of a page', () => {
  it('follows a byte order mark before all else', () => {
    expect(decoded(bytes([0xef, 0xbb, 0xbf], 'ü'), 'text/html; charset=shift_jis')).toEqual(['ü', 'utf-8', 'bom'])
    expect(decoded(Uint8Array.from([0xff, 0xfe, ...utf16('<p>', true)]))).toEqual(['<p>', 'utf-16le', 'bom'])
    expect(decoded(Uint8Array.from([0xfe, 0xff, ...utf16('<p>', false)]))).toEqual(['<p>', 'utf-16be', 'bom'])
  })

  it.each([
    'text/html;charset=Shift_JIS',
    'text/html; Charset="sjis"',
    "text/html; x=y; charset='ms_kanji'",
    'text/html; charset = windows-31j ',
  ])('follows the header %s', (type) => {
    expect(decoded(bytes(japanese), type)).toEqual(['日本語', 'shift_jis', 'header'])
  })

  it('follows the header before the page', () => {
    expect(decoded(bytes('<meta charset=utf-8>', [0xe4]), 'text/html; charset=iso-8859-1')).toEqual([
      '<meta charset=utf-8>ä',
      'windows-1252',
      'header',
    ])
  })

  it('reads UTF-16 named by the header alone', () => {
    expect(decoded(Uint8Array.from(utf16('<p>', true)), 'text/html; charset=utf-16')).toEqual([
      '<p>',
      'utf-16le',
      'header',
    ])
  })

  it.each([
    '<meta charset=shift_jis>',
    '<META CHARSET = "Shift_JIS" >',
    "<meta content='text/html; charset=shift_jis' http-equiv=content-type>",
    '<!-- x --><html><meta name="a" content="b"><meta charset="shift_jis">',
  ])('follows %s', (declaration) =>
    expect(decoded(bytes(declaration, japanese))).toEqual([`${declaration}日本語`, 'shift_jis', 'meta']),
  )

  it.each([
    '<!-- <meta charset=shift_jis> -->',
    '<p charset=shift_jis>',
    '<meta charset=nonsense>',
    '<meta name=charset content=shift_jis>',
    '<meta content="text/html; charset=shift_jis">',
  ])('does not follow %s', (html) => {
    expect(decoded(bytes(html, 'ü'))).toEqual([`${html}ü`, 'utf-8', 'utf-8-validity'])
  })

  it('takes UTF-16 declared in the page as UTF-8, as it could read that much', () => {
    expect(decoded(bytes('<meta charset=utf-16>ü'))).toEqual(['<meta charset=utf-16>ü', 'utf-8', 'meta'])
  })

  it('obeys a declaration after the first 1024 bytes, and calls it late', () => {
    const filler = `<!--${' '.repeat(1024)}-->`
    expect(decoded(bytes(filler, '<meta charset=shift_jis>', japanese))).toEqual([
      `${filler}<meta charset=shift_jis>日本語`,
      'shift_jis',
      'late-meta',
    ])
  })

  it('takes valid UTF-8 as such, and all else as windows-1252', () => {
    expect(decoded(bytes('ü'))).toEqual(['ü', 'utf-8', 'utf-8-validity'])
    expect(decoded(Uint8Array.from([0xfc, 0x80]))).toEqual(['ü€', 'windows-1252', 'fallback'])
  })

  it('forgives a character cut in two only where the page was cut', () => {
    const half = bytes('ü', [0xe6, 0x97])
    expect(decoded(half, null, true)[1]).toBe('utf-8')
    expect(decoded(half, null, false)[1]).toBe('windows-1252')
  })

  it('goes on without a header label that means nothing or cannot be decoded', () => {
    expect(decoded(bytes('ü'), 'text/html; charset=utf8mb4')[2]).toBe('utf-8-validity')
    expect(decoded(bytes('ü'), 'text/html; charset=iso-2022-kr')[2]).toBe('utf-8-validity')
    expect(decoded(bytes('ü'), 'text/html; charset=')[2]).toBe('utf-8-validity')
  })

  it('decodes nothing from nothing', () => {
    expect(decoded(new Uint8Array(0), null)).toEqual(['', 'utf-8', 'utf-8-validity'])
  })
})
