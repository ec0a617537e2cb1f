import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser } from 'playwright-core'

/** Longest time that Chromium can take to start, in milliseconds. */
const maxStartMs = 20_000

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
 * Returns the path of an installed Chromium, or undefined: the one in `CHROMIUM_PATH`, one on the `PATH`, or one that
 * Playwright installed. An empty `CHROMIUM_PATH` switches PDF files off.
 */
export async function findChromium(
  environment: Record<string, string | undefined> = process.env,
): Promise<string | undefined> {
  const { CHROMIUM_PATH: given, PATH: path = '' } = environment
  if (given !== undefined) return given !== '' && existsSync(given) ? given : undefined
  const onPath = path.split(delimiter).flatMap((folder) => files.map((name) => join(folder, name)))
  const found = onPath.find((file) => existsSync(file))
  if (found !== undefined) return found
  const { chromium } = await import('playwright-core')
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

/**
 * Starts a Chromium with a new, empty profile. It is controlled through a pipe, which no other program can reach, and
 * sends its requests to `proxy`.
 */
export async function launchChromium(
  executablePath: string,
  proxy: { server: string; bypass: string },
): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return chromium.launch({
    executablePath,
    proxy,
    timeout: maxStartMs,
    // Chromium's sandbox doesn't work for root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--js-flags=--max-old-space-size=512'],
    // The service handles signals itself, and closes the browser.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
}
