import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { endProcesses } from '#service/renderer/process-watch.ts'
import { createWorkspace } from '#service/renderer/workspace.ts'

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
 * Starts a Chromium with a new, empty profile in a folder of its own. It is controlled through a pipe, which no other
 * program can reach, has nothing of the service's environment, and sends its requests to `proxy`. The folder goes with
 * the browser, and so do all processes that name it: crash handlers outlive the browser that started them.
 */
export async function launchChromium(
  executablePath: string,
  proxy: { server: string; bypass: string },
): Promise<{ context: BrowserContext } & AsyncDisposable> {
  const { chromium } = await import('playwright-core')
  const { folder, remove } = createWorkspace(false)
  const end = async () => {
    await endProcesses({ session: null, uid: null, folder })
    remove()
  }
  try {
    const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath,
      proxy,
      timeout: maxStartMs,
      // Chromium's sandbox doesn't work for root.
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--disable-gpu', '--js-flags=--max-old-space-size=512'],
      env: { ...(process.env.PATH && { PATH: process.env.PATH }), HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
      // The service handles signals itself, and closes the browser.
      handleSIGHUP: false,
      handleSIGINT: false,
      handleSIGTERM: false,
    })
    return {
      context,
      async [Symbol.asyncDispose]() {
        // What holds the browser's pipes would keep it from closing. If its processes end first, closing it fails.
        await Promise.all([context.close().catch(() => {}), end()])
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}
