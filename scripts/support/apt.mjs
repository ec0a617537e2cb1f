import { existsSync } from 'node:fs'
import { capture } from './child.mjs'

/**
 * Installs a system package where that is possible without asking anybody; gives whether it worked.
 * @param {string} name
 */
export async function aptInstall(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: 5 * 60_000 }
  const install = () =>
    capture('/usr/bin/apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', name], options)
  if ((await install()).code === 0) return true
  await capture('/usr/bin/apt-get', ['update', '--quiet'], options)
  return (await install()).code === 0
}
