/** A dimension attribute as the HTML standard parses it, in CSS pixels; null when there is none or it is a percentage. */
export function pixels(value: string | null): number | null {
  const match = value === null ? null : /^[\t\n\f\r ]{0,99}(\d{1,9})(?:\.\d{0,9})?(.?)/.exec(value)
  return !match || match[2] === '%' ? null : Number(match[1])
}

/** Whether the browser knows an image's room before it has come: from attributes, or from the style attribute. */
export function isSized(width: number | null, height: number | null, style: string | null): boolean {
  if (width !== null && height !== null) return true
  if (style === null) return false
  const declared = declarations(style)
  if (/^(?:absolute|fixed)$/.test(declared.get('position') ?? '')) return true
  const ratio = declared.get('aspect-ratio')
  if (ratio !== undefined && ratio !== 'auto') return true
  const has = (name: string) => !['', 'auto'].includes(declared.get(name) ?? '')
  return (width !== null || has('width')) && (height !== null || has('height'))
}

function declarations(style: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const part of style.slice(0, 2000).toLowerCase().split(';')) {
    const colon = part.indexOf(':')
    if (colon > 0) found.set(part.slice(0, colon).trim(), part.slice(colon + 1).trim())
  }
  return found
}
