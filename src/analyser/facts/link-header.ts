/** The links of one Link header (RFC 8288); what cannot be read is passed over. Parameter names are lower case, the first of a name counts. */
export function readLinkHeader(value: string): { href: string; params: Map<string, string> }[] {
  const links: { href: string; params: Map<string, string> }[] = []
  let at = 0
  for (;;) {
    const open = value.indexOf('<', at)
    const close = open < 0 ? -1 : value.indexOf('>', open)
    if (close < 0) return links
    const params = new Map<string, string>()
    at = readParams(value, close + 1, params)
    links.push({ href: value.slice(open + 1, close).trim(), params })
  }
}

/** Reads `; name="value"` pairs from `at` on, up to the comma that ends the link; returns where it stopped. */
function readParams(value: string, from: number, params: Map<string, string>): number {
  let at = from
  for (;;) {
    const end = endOfParam(value, at)
    const pair = value.slice(at, end)
    const equals = pair.indexOf('=')
    const name = (equals < 0 ? pair : pair.slice(0, equals)).trim().toLowerCase()
    if (name && !params.has(name)) params.set(name, equals < 0 ? '' : unquote(pair.slice(equals + 1).trim()))
    if (value.charAt(end) !== ';') return end + 1
    at = end + 1
  }
}

function endOfParam(value: string, from: number): number {
  let quoted = false
  for (let at = from; at < value.length; at++) {
    const char = value.charAt(at)
    if (quoted && char === '\\') at++
    else if (char === '"') quoted = !quoted
    else if (!quoted && (char === ';' || char === ',')) return at
  }
  return value.length
}

const unquote = (text: string) =>
  text.startsWith('"')
    ? text.slice(1, text.endsWith('"') && text.length > 1 ? -1 : undefined).replace(/\\(.)/g, '$1')
    : text
