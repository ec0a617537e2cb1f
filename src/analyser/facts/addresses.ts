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
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)

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
  for (const match of css.matchAll(/(@import\s{1,20})?(?:url\(\s{0,20}["']?|(?<=@import\s{1,20})["'])(http:\/\/[^"')\s]{1,2048})/gi)) {
    found.push({ url: collapse(match[2] ?? ''), imported: match[1] !== undefined })
    if (found.length === 100) break
  }
  return found
}
