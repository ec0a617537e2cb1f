import { parseArgs } from 'node:util'
import { type Config, readConfig } from '#service/config.ts'
import { StartError } from '#service/start-error.ts'
import { openStore, type Store } from '#service/store/database.ts'

/** A wrong argument, described in one sentence. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Runs a command on the open store. */
export async function runCommand(work: (store: Store, config: Config) => Promise<void>): Promise<void> {
  await runWithoutStore(async (config) => {
    const store = await openStore({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
    try {
      await work(store, config)
    } finally {
      await store.close()
    }
  })
}

/** Runs a command. Exits with code 1 and one sentence for every error that the administrator can correct. */
export async function runWithoutStore(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    const config = readConfig(process.env)
    if (config.upstream)
      throw new StartError(
        `SEO_REPORTS_UPSTREAM is set, so the data is on ${config.upstream.address}. Run this command there, or unset the variable.`,
      )
    await work(config)
  } catch (error) {
    if (!(error instanceof StartError || error instanceof UsageError || isParseArgsError(error))) throw error
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}

const isParseArgsError = (error: unknown) =>
  error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')

/** Returns the only argument of a command that takes a file name. */
export function readFileArgument(command: string): string {
  const [file, ...more] = parseArgs({ allowPositionals: true }).positionals
  if (!file || more.length > 0) throw new UsageError(`Usage: ${command} FILE`)
  return file
}

/** @param tool the PostgreSQL program to use instead */
export function rejectPostgres({ databaseUrl }: Config, tool: string) {
  if (databaseUrl) throw new UsageError(`Your data is in PostgreSQL (DATABASE_URL). Use ${tool} instead.`)
}
