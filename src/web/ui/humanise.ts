const acronyms = new Set(
  'api cdn cms css csp csv dns dom hsts html http https id ip json js jpeg og pdf php png seo serp ssl svg tls ttfb url utf xml'.split(
    ' ',
  ),
)
const maxLength = 120

/**
 * Makes an identifier readable: `seo_title` → "SEO title", `imageAltText` → "Image alt text". A readable name stays as
 * it is.
 */
export function humanise(name: string): string {
  const end = name.length > maxLength ? '…' : ''
  if (/^\p{Lu}.*\s/u.test(name)) return name.slice(0, maxLength) + end
  const text = name
    .slice(0, maxLength)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_\-./:]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase())
    .map((word) => (acronyms.has(word) || /^h[1-6]$/.test(word) ? word.toUpperCase() : word))
    .join(' ')
  return text === '' ? name.slice(0, maxLength) + end : text[0]!.toUpperCase() + text.slice(1) + end
}
