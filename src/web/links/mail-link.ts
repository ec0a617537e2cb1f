const longestSubject = 200

/** A `mailto:` with a subject and the address in the body. Whatever the name holds, it stays in its place. */
export function mailLink(name: string, url: string): string {
  const line = oneLine(name)
  return `mailto:?subject=${encodeURIComponent(shortened(line))}&body=${encodeURIComponent(`${line}\r\n${url}\r\n`)}`
}

/** Line breaks would end a header, and marks of direction would turn the address around. */
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()

function shortened(line: string) {
  const letters = Array.from(line.slice(0, 2 * longestSubject + 2))
  return letters.length > longestSubject ? `${letters.slice(0, longestSubject - 1).join('')}…` : letters.join('')
}
