import { parseArgs } from 'node:util'
import { maxKeyName } from '#contract/access/keys.ts'
import { NewKeyForm } from '#contract/forms/access-forms.ts'
import { readForm } from '#contract/forms/form.ts'
import { isActive } from '#service/access/authenticate.ts'
import { issueKey } from '#service/access/keys.ts'
import { findKey, isKeyNameTaken, listKeys, revokeKey } from '#service/store/access/api-keys.ts'
import { byCommand, insertAuditEvent } from '#service/store/access/audit.ts'
import type { Store } from '#service/store/database.ts'
import { runCommand, UsageError } from './run-command.ts'

const usage = 'Usage: key create --name NAME [--role full|read] | key list | key revoke ID'

await runCommand(async ({ db }) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, role: { type: 'string', default: 'full' } },
  })
  const [verb, id, ...more] = positionals
  if (more.length > 0) throw new UsageError(usage)
  if (verb === 'create' && id === undefined) return create(db, { name: values.name ?? '', role: values.role })
  if (verb === 'list' && id === undefined) return list(db)
  if (verb === 'revoke' && id !== undefined) return revoke(db, id)
  throw new UsageError(usage)
})

async function create(db: Store['db'], given: { name: string; role: string }) {
  const { values, problems } = readForm(NewKeyForm, given)
  if (problems.some(({ field }) => field === 'role'))
    throw new UsageError(`--role must be full or read, not "${given.role}".`)
  if (!values) throw new UsageError(`Give the key a name of 1 to ${maxKeyName} characters with --name.`)
  const { name, role } = values
  if (await isKeyNameTaken(db, name, new Date().toISOString()))
    throw new UsageError(`An active key has the name "${name}". Choose another one, or revoke that key first.`)
  const { key, info } = await issueKey(db, name, role)
  await insertAuditEvent(db, byCommand, {
    action: 'key_created',
    object: { kind: 'key', id: info.id, name },
    detail: role,
  })
  process.stdout.write(`${key}\n`)
}

async function list(db: Store['db']) {
  const now = Date.now()
  for (const key of await listKeys(db)) {
    const state = isActive(key, now)
      ? `last used ${key.last_used_at ?? 'never'}`
      : key.revoked_at
        ? `revoked ${key.revoked_at}`
        : 'expired'
    process.stdout.write(`${[key.id, key.role, `created ${key.created_at}`, state, key.name].join('  ')}\n`)
  }
}

async function revoke(db: Store['db'], id: string) {
  const key = await findKey(db, id)
  if (!key || !(await revokeKey(db, id, new Date().toISOString())))
    throw new UsageError(`No active key ${id}. Run "key list" to see your keys.`)
  const { name, role } = key
  await insertAuditEvent(db, byCommand, {
    action: 'key_revoked',
    object: { kind: 'key', id, name },
    detail: role,
  })
  process.stdout.write(`Revoked key ${id}.\n`)
}
