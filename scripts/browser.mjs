import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { capture, withNode } from './support/child.mjs'
import { Failure } from './support/failure.mjs'
import { aptInstall } from './support/apt.mjs'
import { root } from './support/root.mjs'

const isWindows = process.platform === 'win32'
const shellName = 'chromium-headless-shell'
const names = [shellName, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'].map(
  (name) => (isWindows ? `${name}.exe` : name),
)
const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** Chromium's sandbox refuses to run as root. */
export const browserArguments = process.getuid?.() === 0 ? ['--no-sandbox'] : []

function playwrightsOwn() {
  try {
    return createRequire(join(root, 'package.json'))('playwright-core').chromium.executablePath()
  } catch {
    return undefined
  }
}

/**
 * A Chromium that is on this machine already: the one named, one without windows (the same engine for little more than
 * half the work), Playwright's own, or the system's.
 */
export function findBrowser() {
  const onPath = (process.env.PATH ?? process.env.Path ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  const shells = onPath.filter((file) => file.endsWith(shellName))
  const candidates = [process.env.CHROMIUM_PATH, ...shells, playwrightsOwn(), ...onPath, ...fixedPlaces]
  return candidates.find((file) => file && existsSync(file))
}

/** @param {string | undefined} file */
function starts(file) {
  if (!file) return false
  try {
    // Some systems ship a placeholder that only says where a browser could be had.
    return (
      isWindows ||
      /\d+\.\d+/.test(
        execFileSync(file, ['--version', ...browserArguments], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      )
    )
  } catch {
    return false
  }
}

/**
 * Finds a Chromium, or fetches one: Playwright's, else the system's package when root.
 * @param {string} node
 * @param {(line: string) => void} say
 * @returns {Promise<string>}
 */
export async function ensureBrowser(node, say) {
  const named = process.env.CHROMIUM_PATH
  if (named && !starts(named)) throw new Failure(`CHROMIUM_PATH names ${named}, which is not a Chromium that starts.`)
  const found = findBrowser()
  if (found && starts(found)) return found

  say('Fetching a Chromium …')
  const playwright = join('node_modules', '@playwright', 'test', 'cli.js')
  await capture(node, [playwright, 'install', 'chromium'], { env: withNode(node), timeoutMs: 5 * 60_000 })
  const fetched = playwrightsOwn()
  if (fetched && existsSync(fetched) && starts(fetched)) return fetched

  if (!(await aptInstall(shellName))) await aptInstall('chromium')
  const installed = findBrowser()
  if (installed && starts(installed)) return installed
  throw new Failure('No Chromium was found, and none could be fetched. Install one and name it in CHROMIUM_PATH.')
}
