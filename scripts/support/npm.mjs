import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { capture, withNode } from './child.mjs'
import { Failure } from './failure.mjs'

/** npm's own entry file: beside the running Node, or behind the `npm` on the PATH. */
function npmEntry() {
  const beside = dirname(process.execPath)
  const candidates = [
    process.env.npm_execpath,
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ]
  for (const folder of (process.env.PATH ?? process.env.Path ?? '').split(delimiter)) {
    if (!folder) continue
    const npm = join(folder, 'npm')
    if (existsSync(npm)) candidates.push(realpathSync(npm))
    candidates.push(join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'))
  }
  const entry = candidates.find((file) => file?.endsWith('npm-cli.js') && existsSync(file))
  if (!entry) throw new Failure('npm was not found: it comes with Node, and should be on the PATH.')
  return entry
}

/**
 * Runs npm under the given Node.
 * @param {string} node
 * @param {string[]} args
 * @param {{ cwd?: string }} [options]
 */
export function npm(node, args, { cwd } = {}) {
  const env = withNode(node)
  // Would leave out what builds and tests need.
  delete env.NODE_ENV
  delete env.npm_config_omit
  delete env.npm_config_production
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--no-progress', '--loglevel=error']
  return capture(node, [npmEntry(), ...args, ...quiet], cwd === undefined ? { env } : { cwd, env })
}

/** @param {string} output */
export function isNetworkTrouble(output) {
  return /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/.test(
    output,
  )
}
