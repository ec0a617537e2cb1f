import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './support/failure.mjs'
import { withLock } from './support/lock.mjs'
import { isNetworkError, npm } from './support/npm.mjs'
import { root } from './support/root.mjs'

/** The oldest Node that runs the service: it strips types and has argon2. */
export const oldestNode = '24.7.0'

/** The Node that is downloaded if the machine's is older. */
export const pinnedNode = '24.21.0'

const executable = process.platform === 'win32' ? 'node.exe' : 'node'
const folder = join(root, '.runtime')
const downloaded = join(folder, executable)

/**
 * Returns the path of a Node that runs the service: the running one if it is new enough, otherwise the one in
 * `.runtime/`, which is downloaded from the npm registry if it is missing.
 * @param {(line: string) => void} print
 */
export async function node24(print) {
  if (isNewEnough(process.version)) return process.execPath
  if (works(downloaded)) return downloaded
  return withLock('runtime', async () => {
    if (!works(downloaded)) await downloadNode(print)
    return downloaded
  })
}

/** @param {string} file */
function works(file) {
  if (!existsSync(file)) return false
  try {
    return isNewEnough(execFileSync(file, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return false
  }
}

/** @param {(line: string) => void} print */
async function downloadNode(print) {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const here = `SEO Reports needs Node ${oldestNode} or later. You have ${process.version}.`
  print(`${here} Downloading Node ${pinnedNode} …`)
  mkdirSync(folder, { recursive: true })
  // On the same file system as the destination, so that the last step is a single rename.
  const work = mkdtempSync(join(folder, 'fetching-'))
  try {
    writeFileSync(join(work, 'package.json'), '{ "private": true }\n')
    const { code, output } = await npm(
      process.execPath,
      ['install', '--no-save', '--no-package-lock', '--ignore-scripts', `${name}@${pinnedNode}`],
      { cwd: work },
    )
    if (code !== 0) throw new Failure(`${here} ${reasonOf(name, output)}`)
    const file = join(work, 'node_modules', name, 'bin', executable)
    if (!works(file)) throw new Failure(`${here} The downloaded one doesn't run on this system. Install Node manually.`)
    putInPlace(file)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** @param {string} file */
function putInPlace(file) {
  try {
    renameSync(file, downloaded)
  } catch (error) {
    // Windows can't replace a running program.
    if (works(downloaded)) return
    rmSync(downloaded, { force: true })
    copyFileSync(file, downloaded)
    if (!works(downloaded)) throw error
  }
}

/**
 * @param {string} name
 * @param {string} output
 */
function reasonOf(name, output) {
  if (isNetworkError(output)) return "Couldn't download it: the npm registry can't be reached."
  if (/E404|ETARGET|EBADPLATFORM/.test(output))
    return `There's no Node package for this system (${name}). Install Node manually.`
  return `Couldn't download it: ${output.trim().split('\n')[0] || 'npm failed without a message.'}`
}

/** @param {string} version such as `v24.7.0` or `24.7.0-rc.1` */
function numbersOf(version) {
  return (/^v?([\d.]+)/.exec(version.trim())?.[1] ?? '').split('.').map(Number)
}

/**
 * Returns a negative number if `a` is older than `b`, 0 for the same release, a positive number if it is newer.
 * @param {string} a
 * @param {string} b
 */
export function compareVersions(a, b) {
  const left = numbersOf(a)
  const right = numbersOf(b)
  for (let part = 0; part < 3; part += 1) {
    const difference = (left[part] ?? 0) - (right[part] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** @param {string} version */
export function isNewEnough(version) {
  return /^v?\d+\.\d+\.\d+/.test(version.trim()) && compareVersions(version, oldestNode) >= 0
}
