const families: readonly (readonly [RegExp, string])[] = [
  // Those that call themselves Chrome or Safari too come first.
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

const longest = 400

/** A browser in words such as "Firefox on Android", and no closer than that: it must not tell one person from another. */
export function clientName(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, longest) ?? ''
  const family = nameIn(families, text)
  const system = nameIn(systems, text)
  if (!family) return 'Unknown'
  return system ? `${family} on ${system}` : family
}

const nameIn = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]
