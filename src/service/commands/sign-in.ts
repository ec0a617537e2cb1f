import { createSignInLink } from '#service/access/sign-in.ts'
import { runCommand } from './run-command.ts'

/** Prints a fresh one-time link, for the service that runs with the same environment. */
await runCommand(async ({ db }, { publicUrl, host, port }) => {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  process.stdout.write(`${await createSignInLink(db, publicUrl ?? `http://${name}:${port}`)}\n`)
})
