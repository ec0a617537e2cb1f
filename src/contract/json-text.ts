/** A value as JSON; empty where there is none, or where it is nested deeper than can be written, as what was read may be. */
export function jsonText(value: unknown, space = 0): string {
  try {
    return JSON.stringify(value, null, space) ?? ''
  } catch {
    return ''
  }
}
