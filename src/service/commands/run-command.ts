import { type Config, readConfig } from '#service/config.ts'
import { openStore, type Store } from '#service/store/database.ts'
import { StartError } from '#service/store/start-error.ts'

/** What a person typed wrongly, in one sentence. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Runs a command on the store. A sentence is printed for whatever a person can do something about, then it exits with 1. */
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

/** The same for a command that opens no store. */
export async function runWithoutStore(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    const config = readConfig(process.env)
    if (config.upstream)
      throw new StartError(
        `SEO_REPORTS_UPSTREAM is set, so everything is kept by ${config.upstream.address}: run this command there, or leave the variable away.`,
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
