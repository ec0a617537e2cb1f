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
