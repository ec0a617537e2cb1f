/** `letter` also means digits; `unspaced` is writing without spaces between words; `joined` goes on with what stands before it. */
export const kind = { other: 0, letter: 1, unspaced: 2, joined: 3, stop: 4 } as const

/** What a UTF-16 unit is, by its number: a look-up costs a tenth of a regular expression. */
export const kinds = classify()

function classify(): Uint8Array {
  const table = new Uint8Array(0x10000)
  const units = Array.from({ length: 0x10000 }, (_, unit) => (unit < 0xd800 || unit > 0xdfff ? unit : 0x20))
  const all = Array.from({ length: 16 }, (_, part) =>
    String.fromCharCode(...units.slice(part * 0x1000, (part + 1) * 0x1000)),
  ).join('')
  const mark = (pattern: RegExp, value: number) => {
    for (const match of all.matchAll(pattern)) table.fill(value, match.index, match.index + match[0].length)
  }
  mark(/[\p{L}\p{N}]+/gu, kind.letter)
  mark(/(?:\p{M}|\u00AD|\u200C|\u200D|\u2060)+/gu, kind.joined)
  mark(
    /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3041-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uFF66-\uFF9F]+/g,
    kind.unspaced,
  )
  mark(/[.!?…。！？｡؟۔।։።]/g, kind.stop)
  table.fill(kind.letter, 0xd801, 0xd83b)
  table.fill(kind.unspaced, 0xd840, 0xd8c0)
  table.fill(kind.joined, 0xdc00, 0xe000)
  return table
}
