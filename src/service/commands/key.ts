import { parseArgs } from 'node:util'
import { keyRoles } from '#contract/service-info.ts'
import { isActive } from '#service/access/authenticate.ts'
import { issueKey } from '#service/access/keys.ts'
import { findKey, listKeys, revokeKey } from '#service/store/api-keys.ts'
import { byCommand, insertAuditEvent } from '#service/store/audit.ts'
import type { Store } from '#service/store/database.ts'
import { runCommand, UsageError } from './run-command.ts'

const usage = 'Use: key create --name NAME [--role full|read], key list, or key revoke ID.'

await runCommand(async ({ db }) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, role: { type: 'string', default: 'full' } },
  })
  const [verb, id, ...more] = positionals
  if (more.length > 0) throw new UsageError(usage)
  if (verb === 'create' && id === undefined) return create(db, values.name?.trim(), values.role)
  if (verb === 'list' && id === undefined) return list(db)
  if (verb === 'revoke' && id !== undefined) return revoke(db, id)
  throw new UsageError(usage)
})

async function create(db: Store['db'], name: string | undefined, given: string) {
  const role = keyRoles.find((one) => one === given)
  if (!role) throw new UsageError(`--role is "${given}" but must be full or read.`)
  if (!name || name.length > 100)
    throw new UsageError('--name must be given, with 1 to 100 characters, so that the key can be told from others.')
  const { key, info } = await issueKey(db, name, role)
  await insertAuditEvent(db, byCommand, {
    action: 'key.created',
    object: { kind: 'key', id: info.id, name },
    detail: role,
  })
  process.stdout.write(`${key}\n`)
}

async function list(db: Store['db']) {
  const now = Date.now()
  for (const key of await listKeys(db)) {
    const state = isActive(key, now)
      ? `last used ${key.lastUsedAt ?? 'never'}`
      : key.revokedAt
        ? `revoked ${key.revokedAt}`
        : 'expired'
    process.stdout.write(`${[key.id, key.role, `created ${key.createdAt}`, state, key.name].join('  ')}\n`)
  }
}

async function revoke(db: Store['db'], id: string) {
  if (!(await revokeKey(db, id, new Date().toISOString())))
    throw new UsageError(`There is no key ${id} that still works. Run "key list" to see them.`)
  const name = (await findKey(db, id))?.name ?? null
  await insertAuditEvent(db, byCommand, { action: 'key.revoked', object: { kind: 'key', id, name } })
  process.stdout.write(`Key ${id} is revoked.\n`)
}
