const token =
  /[ \t\r\n]*(?:("(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])|([[\]{},:]))/uy

type Wanted = 'value' | 'item' | 'key' | 'member' | 'colon' | 'more' | 'end'

/**
 * Where things are in a JSON text, which `JSON.parse` does not tell: the line on which each item begins of the list that
 * the text is, or that its object holds under `views`; and the line at which it stops being JSON.
 */
export function placesIn(json: string): { items: number[]; broken: number | null } {
  let items: number[] = []
  const open: string[] = []
  let wanted: Wanted = 'value'
  let key = ''
  /** The depth of the items; null outside of their list. */
  let inside: number | null = null
  let line = 1
  let counted = 0
  const after = (): Wanted => (open.length === 0 ? 'end' : 'more')

  token.lastIndex = 0
  for (;;) {
    const from = token.lastIndex
    const match = token.exec(json)
    const end = match ? token.lastIndex : json.length
    const start = match ? end - (match[1] ?? match[2] ?? match[3] ?? '').length : firstInk(json, from)
    for (; counted < start; counted += 1) if (json[counted] === '\n') line += 1
    if (!match) return { items, broken: wanted === 'end' && start === json.length ? null : line }
    const [, text, plain, sign] = match
    const begins = text !== undefined || plain !== undefined || sign === '[' || sign === '{'
    const isKey = text !== undefined && (wanted === 'key' || wanted === 'member')

    if (isKey) {
      if (open.length === 1) key = text
      wanted = 'colon'
    } else if (begins && (wanted === 'value' || wanted === 'item')) {
      if (inside === open.length) items.push(line)
      if (
        sign === '[' &&
        inside === null &&
        (open.length === 0 || (open.length === 1 && open[0] === '{' && key === '"views"'))
      ) {
        // Of a name that comes twice the last counts, as for the parser.
        items = []
        inside = open.length + 1
      }
      if (sign) open.push(sign)
      wanted = sign === '[' ? 'item' : sign === '{' ? 'member' : after()
    } else if (
      (sign === ']' && open.at(-1) === '[' && (wanted === 'item' || wanted === 'more')) ||
      (sign === '}' && open.at(-1) === '{' && (wanted === 'member' || wanted === 'more'))
    ) {
      open.pop()
      if (inside !== null && open.length < inside) inside = null
      wanted = after()
    } else if (sign === ',' && wanted === 'more') wanted = open.at(-1) === '[' ? 'value' : 'key'
    else if (sign === ':' && wanted === 'colon') wanted = 'value'
    else return { items, broken: line }
  }
}

/** The first place from `from` on that is no white space. */
function firstInk(json: string, from: number) {
  let at = from
  while (at < json.length && /[ \t\r\n]/.test(json[at] ?? '')) at += 1
  return at
}
