import { collapse } from './text.ts'

/** The address a page writes, resolved; null when it cannot be. Handles data: without reading megabytes of it. */
export function resolve(href: string, base: string): URL | null {
  if (/^\s{0,100}data:/i.test(href)) return null
  try {
    return new URL(href, base)
  } catch {
    return null
  }
}

export const isWeb = (url: URL) => url.protocol === 'http:' || url.protocol === 'https:'

/** Whether an address names its scheme and host itself. */
export const isAbsolute = (href: string) => /^\s{0,100}https?:\/\//i.test(href)

/** Hosts that are this machine, to which browsers allow http even from https pages (W3C Secure Contexts). */
export const isThisMachine = ({ hostname }: URL) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127\.\d+\.\d+\.\d+$/.test(hostname)

/**
 * The website an address belongs to, as reports are filed under it: the host without a leading `www.` and with a port that
 * is not the scheme's own. A subdomain is a website of its own.
 */
export function siteOf({ hostname, port }: URL): string {
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  const bare = name.startsWith('www.') && name.includes('.', 4) ? name.slice(4) : name
  return port === '' ? bare : `${bare}:${port}`
}

/** Names that RFC 6761, RFC 6762, RFC 8375 and ICANN keep for private networks. */
const privateNames = ['.local', '.internal', '.test', '.home.arpa']
/** RFC 1918, link-local and unique local addresses, and such written as IPv6. */
const privateV4 = /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)/
const privateV6 = /^\[(?:f[cd]|fe[89ab]|::ffff:(?:7f..|a..|a9fe|c0a8|ac1.):)/

/** Why nobody but the author, or the author's network, can open an address; null when the whole world may. */
export function privateReason(url: URL): 'file' | 'this-machine' | 'private-network' | null {
  if (url.protocol === 'file:') return 'file'
  const { hostname } = url
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  if (isThisMachine(url) || name === 'localhost' || name === '0.0.0.0' || name === '[::]') return 'this-machine'
  if (name.startsWith('[')) return privateV6.test(name) ? 'private-network' : null
  return privateV4.test(name) || !name.includes('.') || privateNames.some((ending) => name.endsWith(ending))
    ? 'private-network'
    : null
}

/** Where Cloudflare hides mail addresses: a script turns such a link into mailto:, and the address itself answers 404. */
export const isHiddenMail = ({ pathname }: URL) => pathname.startsWith('/cdn-cgi/l/email-protection')

/** A part of an address with its escapes read as UTF-8, for people; escapes that are none stay as they are. */
export const readable = (part: string) =>
  part.replace(/(?:%[\dA-F]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })

/** The addresses of a srcset attribute. */
export function srcsetUrls(srcset: string): string[] {
  const found: string[] = []
  let at = 0
  while (at < srcset.length && found.length < 100) {
    while (at < srcset.length && /[\s,]/.test(srcset.charAt(at))) at++
    const start = at
    while (at < srcset.length && !/\s/.test(srcset.charAt(at))) at++
    const url = srcset.slice(start, at)
    if (url === '') break
    found.push(url.replace(/,{1,9}$/, ''))
    if (!url.endsWith(',')) while (at < srcset.length && srcset.charAt(at) !== ',') at++
  }
  return found
}

/** Addresses that CSS loads over http: imported styles, and all else that stands in url(). */
export function insecureCssUrls(css: string): { url: string; imported: boolean }[] {
  if (!/http:\/\//i.test(css)) return []
  const found: { url: string; imported: boolean }[] = []
  for (const match of css.matchAll(
    /(@import\s{1,20})?(?:url\(\s{0,20}["']?|(?<=@import\s{1,20})["'])(http:\/\/[^"')\s]{1,2048})/gi,
  )) {
    found.push({ url: collapse(match[2] ?? ''), imported: match[1] !== undefined })
    if (found.length === 100) break
  }
  return found
}
