import type { Element } from './tree.ts'

/** Attributes that show or announce a text, and data attributes, from which scripts draw stars and prices. */
const shows = /^(?:aria-label|title|alt|value|data-.*)$/
const maxLength = 500_000

/**
 * Returns the visible text together with the attributes that can show a text. What is not in it is certainly not
 * visible without scripts.
 */
export function shownText(text: string, elements: readonly Element[]): string {
  const parts = [text]
  let length = 0
  for (const { tagName, attrs } of elements) {
    if (tagName === 'meta' || tagName === 'script') continue
    for (const { name, value } of attrs) {
      if (!shows.test(name) || !/\d/.test(value) || length > maxLength) continue
      const part = value.slice(0, 1000)
      parts.push(part)
      length += part.length
    }
  }
  return parts.join(' ')
}
