import { createSignInLink } from '#service/access/keys.ts'
import { originOn } from '#service/config.ts'
import { lastOrigin } from '#service/store/meta.ts'
import { runCommand } from './run-command.ts'

/** Prints a new sign-in link for the service that started last on this data. It works once. */
await runCommand(async ({ db }, { publicUrl, host, port }) => {
  const origin = publicUrl ?? (await lastOrigin(db)) ?? originOn(host, port)
  process.stdout.write(`${await createSignInLink(db, origin)}\n`)
})
