import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { capture, withNode } from './child.mjs'
import { Failure } from './failure.mjs'
import { withLock } from './lock.mjs'
import { root } from './root.mjs'

/** Returns the path of npm's entry file: next to the running Node, or behind the `npm` on the PATH. */
function npmEntry() {
  const nodeFolder = dirname(process.execPath)
  const candidates = [
    process.env.npm_execpath,
    join(nodeFolder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(nodeFolder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ]
  for (const folder of (process.env.PATH ?? process.env.Path ?? '').split(delimiter)) {
    if (!folder) continue
    const npm = join(folder, 'npm')
    if (existsSync(npm)) candidates.push(realpathSync(npm))
    candidates.push(join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'))
  }
  const entry = candidates.find((file) => file?.endsWith('npm-cli.js') && existsSync(file))
  if (!entry) throw new Failure("Can't find npm. It comes with Node and must be on the PATH.")
  return entry
}

/**
 * Runs npm with the given Node.
 * @param {string} node
 * @param {string[]} args
 * @param {{ cwd?: string }} [options]
 */
export function npm(node, args, { cwd } = {}) {
  const env = withNode(node)
  // These would skip packages that the build and the tests need.
  delete env.NODE_ENV
  delete env.npm_config_omit
  delete env.npm_config_production
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--no-progress', '--loglevel=error']
  return capture(node, [npmEntry(), ...args, ...quiet], cwd === undefined ? { env } : { cwd, env })
}

/**
 * Tells whether npm's output reports that the registry can't be reached.
 * @param {string} output
 */
export function isNetworkError(output) {
  return /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/.test(
    output,
  )
}

// Inside node_modules, which `npm ci` empties first: an interrupted installation leaves no stamp.
const stamp = join(root, 'node_modules', '.installed-from')

function currentFingerprint() {
  const lockfile = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lockfile).digest('hex')} ${process.platform}-${process.arch}\n`
}

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === currentFingerprint()
}

/**
 * Installs the packages of the lockfile if it changed since the last installation.
 * @param {string} node
 * @param {(line: string) => void} print
 */
export async function ensureInstalled(node, print) {
  if (isInstalled()) return
  await withLock('install', async () => {
    if (isInstalled()) return
    print('Installing the packages …')
    const { code, output } = await npm(node, ['ci', '--include=dev'])
    if (code !== 0 && isNetworkError(output)) {
      throw new Failure("Couldn't install the packages: the npm registry can't be reached.")
    }
    if (code !== 0) throw new Failure(`${output.trim()}\nCouldn't install the packages. See npm's messages above.`)
    writeFileSync(stamp, currentFingerprint())
  })
}
