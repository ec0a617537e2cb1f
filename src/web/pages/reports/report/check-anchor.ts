export const checkAnchor = (id: string) => `check-${id}`

export const categoryAnchor = (category: string | null) => `category-${category ?? 'other'}`

/** The element an address's hash names, or null; hashes that are no valid encoding name nothing. */
export function anchoredElement(hash: string): HTMLElement | null {
  if (hash.length < 2) return null
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}
