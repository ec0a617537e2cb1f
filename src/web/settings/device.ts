import { sessionsWords as words } from './people-words.ts'

/** The marks of browsers and systems in a User-Agent. Many name others too, so the first that matches counts. */
const browsers = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const firstIn = (marks: readonly (readonly [RegExp, string])[], text: string) =>
  marks.find(([mark]) => mark.test(text))?.[1]

/** Names a browser and its system by its User-Agent: “Firefox on Windows”. */
export function describeDevice(userAgent: string): string {
  const browser = firstIn(browsers, userAgent)
  const system = firstIn(systems, userAgent)
  if (browser && system) return words.on(browser, system)
  return browser ?? system ?? words.unknown
}
