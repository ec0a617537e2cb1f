import { parseArgs } from 'node:util'
import { createSignInLink } from '#service/access/keys.ts'
import { originOn } from '#service/config.ts'
import { findPersonByEmail, listActiveOwners } from '#service/store/access/people.ts'
import type { Store } from '#service/store/database.ts'
import { lastOrigin } from '#service/store/meta.ts'
import { runCommand, UsageError } from './run-command.ts'

/**
 * Prints a one-time link for the service that started last on this data. It signs an owner in, or creates the account
 * of the first one.
 */
await runCommand(async ({ db }, { publicUrl, host, port }) => {
  const { values } = parseArgs({ options: { email: { type: 'string' } } })
  const owner = await findOwner(db, values.email)
  const origin = publicUrl ?? (await lastOrigin(db)) ?? originOn(host, port)
  process.stdout.write(`${await createSignInLink(db, origin, owner)}\n`)
})

async function findOwner(db: Store['db'], email: string | undefined) {
  const owners = await listActiveOwners(db)
  if (email !== undefined) {
    const person = await findPersonByEmail(db, email.trim())
    const owner = owners.find(({ id }) => id === person?.id)
    if (!owner) throw new UsageError(`No active owner has the email "${email}".`)
    return owner
  }
  if (owners.length > 1)
    throw new UsageError(
      `Say whose link it is with --email. The owners are ${owners.map((owner) => owner.email).join(', ')}.`,
    )
  return owners[0]
}
