import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall } from './apt.mjs'

function isHere() {
  if (process.env.TEST_DATABASE_URL) return true
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []
  const folders = [...versions, ...(process.env.PATH ?? process.env.Path ?? '').split(delimiter)]
  return folders.some((folder) => existsSync(join(folder, 'initdb')) || existsSync(join(folder, 'initdb.exe')))
}

/**
 * Whether the tests can start a PostgreSQL of their own; installs the system's where that needs nobody's leave.
 * @param {(line: string) => void} say
 */
export async function ensurePostgres(say) {
  if (isHere()) return true
  say('Looking for a PostgreSQL …')
  await aptInstall('postgresql')
  return isHere()
}
