/** Sticky, so that each reads from one place and stops: the tokens of RFC 8259. */
const space = /[ \t\n\r]*/y
const string = /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y
const other = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

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
    if (expecting === 'key' || expecting === 'first-key') return skip(string) ? 'colon' : null
    if (char === '{') return open('}', 'first-key')
    if (char === '[') return open(']', 'first-value')
    return skip(string) || skip(other) ? afterValue() : null
  }

  for (;;) {
    skip(space)
    if (at >= text.length) return expecting === 'end' ? null : text.length
    const next = step(text.charAt(at))
    if (next === null) return at
    expecting = next
  }
}
