/**
 * Resolves a URL as written in a page. Returns null if it is invalid. Returns null for data: URLs too, without reading
 * megabytes of them.
 */
export function resolve(href: string, base: string): URL | null {
  if (/^\s{0,100}data:/i.test(href)) return null
  try {
    return new URL(href, base)
  } catch {
    return null
  }
}

/** True for a URL with two schemes, such as `http://https://example.com`, whose host is then “https”. */
export const hasTwoSchemes = ({ hostname, username }: URL) =>
  /^(?:www\.)?https?$/.test(hostname) || username === 'mailto' || username === 'tel'

/** True for `https:https://example.com`, which browsers read as a path of the page's own host. */
export const repeatsScheme = (href: string) => /^\s{0,100}https?:\/?https?:/i.test(href)

export const isHttp = (url: URL) => url.protocol === 'http:' || url.protocol === 'https:'

/** True for a URL with a scheme and a host. */
export const isAbsolute = (href: string) => /^\s{0,100}https?:\/\//i.test(href)

/** True if the host is this machine. Browsers allow HTTP to it even from HTTPS pages (W3C Secure Contexts). */
export const isLocalhost = ({ hostname }: URL) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127\.\d+\.\d+\.\d+$/.test(hostname)

/** Host names that RFC 6761, RFC 6762, RFC 8375 and ICANN reserve for private networks. */
const privateNames = ['.local', '.internal', '.test', '.home.arpa']
/** RFC 1918, link-local and unique local addresses, in IPv6 notation too. */
const privateV4 = /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)/
const privateV6 = /^\[(?:f[cd]|fe[89ab]|::ffff:(?:7f..|a..|a9fe|c0a8|ac1.):)/

/** Returns the kind of a URL that only the author's machine or network can open; null for public URLs. */
export function privateReason(url: URL): 'file' | 'this-machine' | 'private-network' | null {
  if (url.protocol === 'file:') return 'file'
  const { hostname } = url
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  if (isLocalhost(url) || name === 'localhost' || name === '0.0.0.0' || name === '[::]') return 'this-machine'
  if (name.startsWith('[')) return privateV6.test(name) ? 'private-network' : null
  return privateV4.test(name) || !name.includes('.') || privateNames.some((ending) => name.endsWith(ending))
    ? 'private-network'
    : null
}

/**
 * True for an email address hidden by Cloudflare. A script turns it into mailto:, and the URL itself returns
 * 404.
 */
export const isHiddenMail = ({ pathname }: URL) => pathname.startsWith('/cdn-cgi/l/email-protection')

/** Decodes the escapes in a part of a URL as UTF-8, for display. Invalid escapes stay as they are. */
export const readable = (part: string) =>
  part.replace(/(?:%[\dA-F]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })

/** Returns the URLs of a srcset attribute. */
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

export function withoutFragment(url: string): string {
  const hash = url.indexOf('#')
  return hash < 0 ? url : url.slice(0, hash)
}
