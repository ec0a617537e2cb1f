import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { capture, withNode } from './child.mjs'
import { Failure } from './failure.mjs'
import { root } from './root.mjs'

// Finds or installs the programs that tests need beyond npm packages: a Chromium and a PostgreSQL.

const isWindows = process.platform === 'win32'
const headlessShell = 'chromium-headless-shell'
const browserNames = [
  headlessShell,
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
].map((name) => (isWindows ? `${name}.exe` : name))
const browserPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** Chromium's sandbox does not work for root. */
export const browserArguments = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/**
 * Browser tests open hundreds of windows, and a third of the CPU time was Chromium's for the popup of an address bar
 * that no test sees. These arguments leave it out. They replace Playwright's list of features, whose entries that
 * matter here are repeated.
 */
export const testBrowserArguments = [
  ...browserArguments,
  `--disable-features=${[
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
  ].join(',')}`,
]

function playwrightBrowser() {
  try {
    return createRequire(join(root, 'package.json'))('playwright-core').chromium.executablePath()
  } catch {
    return undefined
  }
}

const foldersOnPath = () => (process.env.PATH ?? process.env.Path ?? '').split(delimiter)

/**
 * Returns the path of an installed Chromium, or undefined. In this order: the one in `CHROMIUM_PATH`, a headless shell
 * (the same engine, about half the CPU time), Playwright's own, the system's.
 */
export function findBrowser() {
  const onPath = foldersOnPath().flatMap((folder) => browserNames.map((name) => join(folder, name)))
  const shells = onPath.filter((file) => file.endsWith(headlessShell))
  const candidates = [process.env.CHROMIUM_PATH, ...shells, playwrightBrowser(), ...onPath, ...browserPaths]
  return candidates.find((file) => file && existsSync(file))
}

/** @param {string | undefined} file */
function starts(file) {
  if (!file) return false
  try {
    // Some systems install a placeholder that only prints how to install the browser.
    return (
      isWindows ||
      /\d\.\d/.test(
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
 * Returns the path of a Chromium. Downloads Playwright's if there is none, or installs the system's package when run as
 * root. Throws a Failure if that fails too.
 * @param {string} node
 * @param {(line: string) => void} print
 * @returns {Promise<string>}
 */
export async function ensureBrowser(node, print) {
  const configured = process.env.CHROMIUM_PATH
  if (configured && !starts(configured))
    throw new Failure(`CHROMIUM_PATH is ${configured}, which isn't a working Chromium.`)
  const found = findBrowser()
  if (found && starts(found)) return found

  print('Downloading Chromium …')
  const playwright = join('node_modules', '@playwright', 'test', 'cli.js')
  await capture(node, [playwright, 'install', 'chromium'], { env: withNode(node), timeoutMs: 5 * 60_000 })
  const downloaded = playwrightBrowser()
  if (downloaded && existsSync(downloaded) && starts(downloaded)) return downloaded

  if (!(await aptInstall(headlessShell))) await aptInstall('chromium')
  const installed = findBrowser()
  if (installed && starts(installed)) return installed
  throw new Failure("Couldn't find or download Chromium. Install it and set CHROMIUM_PATH.")
}

/**
 * Returns whether the tests can start a PostgreSQL server. Installs the system's package when run as root.
 * @param {(line: string) => void} print
 */
export async function ensurePostgres(print) {
  if (hasPostgres()) return true
  print('Looking for PostgreSQL …')
  await aptInstall('postgresql')
  return hasPostgres()
}

function hasPostgres() {
  if (process.env.TEST_DATABASE_URL) return true
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []
  return [...versions, ...foldersOnPath()].some(
    (folder) => existsSync(join(folder, 'initdb')) || existsSync(join(folder, 'initdb.exe')),
  )
}

/**
 * Installs a system package if that needs no password. Returns whether it worked.
 * @param {string} name
 */
async function aptInstall(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: 5 * 60_000 }
  const install = () =>
    capture('/usr/bin/apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', name], options)
  if ((await install()).code === 0) return true
  await capture('/usr/bin/apt-get', ['update', '--quiet'], options)
  return (await install()).code === 0
}
