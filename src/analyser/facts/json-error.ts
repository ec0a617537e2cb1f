/** Sticky, so that each reads from one place and stops: the tokens of RFC 8259. */
const space = /[ \t\n\r]*/y
const escape = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y
const other = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Where the string that begins at `from` ends, or -1. A loop, because one pattern for megabytes overflows its stack. */
function endOfString(text: string, from: number): number {
  if (text.charAt(from) !== '"') return -1
  let at = from + 1
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22) return at + 1
    if (unit < 0x20) return -1
    escape.lastIndex = at
    if (unit !== 0x5c) at++
    else if (escape.test(text)) at = escape.lastIndex
    else return -1
  }
  return -1
}

type Expecting = 'value' | 'first-value' | 'first-key' | 'key' | 'colon' | 'next' | 'end'

/**
 * Where a text stops being JSON, as an offset, or null when it is valid. The engine's own messages say it only
 * sometimes. Keeps its own stack, for nesting may be deep.
 */
export function jsonErrorAt(text: string): number | null {
  const closers: string[] = []
  let expecting: Expecting = 'value'
  let at = 0

  const skip = (token: RegExp): boolean => {
    token.lastIndex = at
    const found = token.test(text)
    if (found) at = token.lastIndex
    return found
  }
  const skipString = (): boolean => {
    const end = endOfString(text, at)
    if (end >= 0) at = end
    return end >= 0
  }
  const close = () => {
    at++
    closers.pop()
    return afterValue()
  }
  const afterValue = (): Expecting => (closers.length === 0 ? 'end' : 'next')
  const open = (closer: string, first: Expecting): Expecting => {
    at++
    closers.push(closer)
    return first
  }
  const step = (char: string): Expecting | null => {
    if (expecting === 'end') return null
    if (expecting === 'colon') {
      if (char !== ':') return null
      at++
      return 'value'
    }
    if (expecting === 'next') {
      if (char === closers.at(-1)) return close()
      if (char !== ',') return null
      at++
      return closers.at(-1) === '}' ? 'key' : 'value'
    }
    if (expecting === 'first-key' && char === '}') return close()
    if (expecting === 'first-value' && char === ']') return close()
    if (expecting === 'key' || expecting === 'first-key') return skipString() ? 'colon' : null
    if (char === '{') return open('}', 'first-key')
    if (char === '[') return open(']', 'first-value')
    return skipString() || skip(other) ? afterValue() : null
  }

  for (;;) {
    skip(space)
    if (at >= text.length) return expecting === 'end' ? null : text.length
    const next = step(text.charAt(at))
    if (next === null) return at
    expecting = next
  }
}
