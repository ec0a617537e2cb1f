import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { capture, withNode } from './child.mjs'
import { Failure } from './failure.mjs'
import { withLock } from './lock.mjs'
import { root } from './root.mjs'

const sources = [
  'src/web',
  'src/contract',
  'src/analyser',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/build',
]
const stamp = join(root, 'dist', '.built-from')

/**
 * @param {string} path
 * @returns {Generator<string>}
 */
function* filesOf(path) {
  const full = join(root, path)
  if (!existsSync(full)) return
  if (!statSync(full).isDirectory()) {
    yield path
    return
  }
  for (const name of readdirSync(full).sort()) yield* filesOf(`${path}/${name}`)
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const path of filesOf(source)) {
      if (/\.test\.tsx?$/.test(path)) continue
      hash.update(`${path}\0`).update(readFileSync(join(root, path)))
    }
  }
  return hash.digest('hex')
}

function isBuilt() {
  return (
    existsSync(stamp) && existsSync(join(root, 'dist/web/index.html')) && readFileSync(stamp, 'utf8') === fingerprint()
  )
}

/**
 * Builds the dashboard if any of its sources changed since the last build.
 * @param {string} node
 * @param {(line: string) => void} print
 */
export async function ensureBuilt(node, print) {
  if (isBuilt()) return
  await withLock('build', async () => {
    if (isBuilt()) return
    print('Building the dashboard …')
    await build(node)
  })
}

/** @param {string} node */
export async function build(node) {
  const from = fingerprint()
  rmSync(stamp, { force: true })
  for (const args of [['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], ['scripts/build/finish.mjs']]) {
    const { code, output } = await capture(node, args, { env: { ...withNode(node), NODE_ENV: 'production' } })
    if (code !== 0) throw new Failure(`${output.trim()}\nCouldn't build the dashboard. See the messages above.`)
    if (output.trim()) console.error(output.trim())
  }
  writeFileSync(stamp, from)
}
