const browsers: readonly (readonly [RegExp, string])[] = [
  // Browsers that also name Chrome or Safari come first.
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:\b|Headless)(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.{1,40}\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Safety limit for the part of a User-Agent header that is read, in characters. */
const maxUserAgent = 400

/** Returns a name such as "Firefox on Android". It is no more exact, so that it does not identify a person. */
export function browserName(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, maxUserAgent) ?? ''
  const browser = nameIn(browsers, text)
  const system = nameIn(systems, text)
  if (!browser) return 'Unknown'
  return system ? `${browser} on ${system}` : browser
}

const nameIn = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** Visits of one link that are written to the audit log in a minute. The link's own count has no limit. */
export const auditedVisitsPerMinute = 30
const minute = 60_000
/** Safety limit: memory for this many links. */
const maxLinks = 10_000

/**
 * Returns a function that tells whether one more visit of a link belongs in the audit log. A flood must not fill it.
 */
export function createVisitLimit(now: () => number = Date.now): (linkId: number) => boolean {
  const links = new Map<number, { since: number; visits: number }>()
  return (linkId) => {
    const time = now()
    const known = links.get(linkId)
    const current = known && known.since + minute > time ? known : { since: time, visits: 0 }
    links.delete(linkId)
    links.set(linkId, current)
    if (links.size > maxLinks) links.delete(links.keys().next().value as number)
    current.visits += 1
    return current.visits <= auditedVisitsPerMinute
  }
}
