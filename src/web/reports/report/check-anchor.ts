export const checkAnchor = (id: string) => `check-${id}`

/** What an address's hash names; '' for none, and for one that is no valid encoding. */
export function readHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
