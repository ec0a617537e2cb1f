import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]
const files = process.platform === 'win32' ? names.map((name) => `${name}.exe`) : names

/**
 * Returns the path of an installed Chromium, or undefined: the one in `CHROMIUM_PATH`, one on the `PATH`, or
 * Playwright's. An empty `CHROMIUM_PATH` switches PDF files off.
 */
export function findChromium(environment: Record<string, string | undefined> = process.env): string | undefined {
  const { CHROMIUM_PATH: given, PATH: path = '' } = environment
  if (given !== undefined) return given !== '' && existsSync(given) ? given : undefined
  const onPath = path.split(delimiter).flatMap((folder) => files.map((name) => join(folder, name)))
  return [...onPath, playwrightBrowser()].find((file) => file !== undefined && existsSync(file))
}

/** Playwright is there only in development. */
function playwrightBrowser(): string | undefined {
  try {
    const { chromium } = createRequire(import.meta.url)('playwright-core') as {
      chromium: { executablePath(): string }
    }
    return chromium.executablePath()
  } catch {
    return undefined
  }
}
