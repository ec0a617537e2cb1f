import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './support/failure.mjs'
import { withLock } from './support/lock.mjs'
import { isNetworkTrouble, npm } from './support/npm.mjs'
import { root } from './support/root.mjs'
import { isNewEnough, oldestNode, pinnedNode } from './support/versions.mjs'

const executable = process.platform === 'win32' ? 'node.exe' : 'node'
const folder = join(root, '.runtime')
const fetched = join(folder, executable)

/**
 * The path of a Node that runs the service: the one that runs this, else one fetched into `.runtime` before, else one
 * fetched now from the npm registry.
 * @param {(line: string) => void} say
 */
export async function node24(say) {
  if (isNewEnough(process.version)) return process.execPath
  if (works(fetched)) return fetched
  return withLock('runtime', async () => {
    if (!works(fetched)) await fetchNode(say)
    return fetched
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

/** @param {(line: string) => void} say */
async function fetchNode(say) {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const here = `Node ${oldestNode} or later is needed, and this is ${process.version}.`
  say(`${here} Fetching Node ${pinnedNode} …`)
  mkdirSync(folder, { recursive: true })
  // On the same file system as its destination, so that the last step is one rename.
  const work = mkdtempSync(join(folder, 'fetching-'))
  try {
    writeFileSync(join(work, 'package.json'), '{ "private": true }\n')
    const { code, output } = await npm(
      process.execPath,
      ['install', '--no-save', '--no-package-lock', '--ignore-scripts', `${name}@${pinnedNode}`],
      { cwd: work },
    )
    if (code !== 0) throw new Failure(`${here} ${whyNot(name, output)}`)
    const file = join(work, 'node_modules', name, 'bin', executable)
    if (!works(file))
      throw new Failure(`${here} The fetched one does not run on this system: please install it by hand.`)
    putInPlace(file)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** @param {string} file */
function putInPlace(file) {
  try {
    renameSync(file, fetched)
  } catch (error) {
    // Windows does not replace a program that runs.
    if (works(fetched)) return
    rmSync(fetched, { force: true })
    copyFileSync(file, fetched)
    if (!works(fetched)) throw error
  }
}

/**
 * @param {string} name
 * @param {string} output
 */
function whyNot(name, output) {
  if (isNetworkTrouble(output)) return 'It could not be fetched, because the npm registry cannot be reached from here.'
  if (/E404|ETARGET|EBADPLATFORM/.test(output))
    return `The npm registry has none for this system (${name}): please install it by hand.`
  return `It could not be fetched: ${output.trim().split('\n')[0] || 'npm failed without saying why.'}`
}
