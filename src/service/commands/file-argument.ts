import { parseArgs } from 'node:util'
import type { Config } from '#service/config.ts'
import { UsageError } from './run-command.ts'

/** The one argument of a command that takes a file. */
export function readFileArgument(command: string): string {
  const [file, ...more] = parseArgs({ allowPositionals: true }).positionals
  if (!file || more.length > 0) throw new UsageError(`Use: ${command} FILE.`)
  return file
}

export function refusePostgres({ databaseUrl }: Config, tool: string) {
  if (databaseUrl) throw new UsageError(`The data is in the database of DATABASE_URL: use ${tool} for it.`)
}
