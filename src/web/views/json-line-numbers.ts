const token =
  /[ \t\r\n]*(?:("(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])|([[\]{},:]))/uy

type Expected = 'value' | 'item' | 'key' | 'member' | 'colon' | 'more' | 'end'

/**
 * Finds line numbers in a JSON text, which `JSON.parse` does not report: the first line of each item in the top-level
 * list or in the list `views` of the top-level object, and the line where the text stops being valid JSON.
 */
export function findLineNumbers(json: string): { items: number[]; invalid: number | null } {
  let items: number[] = []
  const open: string[] = []
  let expected: Expected = 'value'
  let key = ''
  /** The depth of the items, or null outside their list. */
  let itemDepth: number | null = null
  let line = 1
  let counted = 0
  const after = (): Expected => (open.length === 0 ? 'end' : 'more')

  token.lastIndex = 0
  for (;;) {
    const from = token.lastIndex
    const match = token.exec(json)
    const end = match ? token.lastIndex : json.length
    const start = match ? end - (match[1] ?? match[2] ?? match[3] ?? '').length : firstNonSpace(json, from)
    for (; counted < start; counted += 1) if (json[counted] === '\n') line += 1
    if (!match) return { items, invalid: expected === 'end' && start === json.length ? null : line }
    const [, text, plain, sign] = match
    const begins = text !== undefined || plain !== undefined || sign === '[' || sign === '{'
    const isKey = text !== undefined && (expected === 'key' || expected === 'member')

    if (isKey) {
      if (open.length === 1) key = text
      expected = 'colon'
    } else if (begins && (expected === 'value' || expected === 'item')) {
      if (itemDepth === open.length) items.push(line)
      if (
        sign === '[' &&
        itemDepth === null &&
        (open.length === 0 || (open.length === 1 && open[0] === '{' && key === '"views"'))
      ) {
        // The last of duplicate keys wins, as in `JSON.parse`.
        items = []
        itemDepth = open.length + 1
      }
      if (sign) open.push(sign)
      expected = sign === '[' ? 'item' : sign === '{' ? 'member' : after()
    } else if (
      (sign === ']' && open.at(-1) === '[' && (expected === 'item' || expected === 'more')) ||
      (sign === '}' && open.at(-1) === '{' && (expected === 'member' || expected === 'more'))
    ) {
      open.pop()
      if (itemDepth !== null && open.length < itemDepth) itemDepth = null
      expected = after()
    } else if (sign === ',' && expected === 'more') expected = open.at(-1) === '[' ? 'value' : 'key'
    else if (sign === ':' && expected === 'colon') expected = 'value'
    else return { items, invalid: line }
  }
}

/** Returns the index of the first character from `from` on that is not white space. */
function firstNonSpace(json: string, from: number) {
  let at = from
  while (at < json.length && /[ \t\r\n]/.test(json[at] ?? '')) at += 1
  return at
}
