import { createSignInLink } from '#service/access/keys.ts'
import { originOn } from '#service/config.ts'
import { runCommand } from './run-command.ts'

/** Prints a new sign-in link for the service that runs with the same environment. It works once. */
await runCommand(async ({ db }, { publicUrl, host, port }) => {
  process.stdout.write(`${await createSignInLink(db, publicUrl ?? originOn(host, port))}\n`)
})
