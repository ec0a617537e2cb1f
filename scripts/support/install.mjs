import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './failure.mjs'
import { withLock } from './lock.mjs'
import { isNetworkTrouble, npm } from './npm.mjs'
import { root } from './root.mjs'

// Inside node_modules, which `npm ci` empties first: an interrupted install leaves no stamp.
const stamp = join(root, 'node_modules', '.installed-from')

function wanted() {
  const lockfile = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lockfile).digest('hex')} ${process.platform}-${process.arch}\n`
}

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()
}

/**
 * Installs exactly what the lockfile says, when it changed since the last time.
 * @param {string} node
 * @param {(line: string) => void} say
 */
export async function ensureInstalled(node, say) {
  if (isInstalled()) return
  await withLock('install', async () => {
    if (isInstalled()) return
    say('Installing the packages …')
    const { code, output } = await npm(node, ['ci', '--include=dev'])
    if (code !== 0 && isNetworkTrouble(output)) {
      throw new Failure('The packages could not be installed, because the npm registry cannot be reached from here.')
    }
    if (code !== 0) throw new Failure(`${output.trim()}\nThe packages could not be installed: npm's reasons are above.`)
    writeFileSync(stamp, wanted())
  })
}
