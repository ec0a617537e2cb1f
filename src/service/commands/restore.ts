import { previousDataSentence, restore } from '#service/store/sqlite/restore.ts'
import { readFileArgument, rejectPostgres, runWithoutStore } from './run-command.ts'

await runWithoutStore(async (config) => {
  const file = readFileArgument('restore')
  rejectPostgres(config, 'pg_restore')
  const { setAside, revocations, unreadable } = restore(config.dataDir, file)
  process.stdout.write(`${`Restored from ${file}. ${previousDataSentence(setAside)}`.trim()}\n`)
  for (const { kind, id, name } of revocations) {
    const what = kind === 'key' ? 'API key' : 'Share link'
    process.stdout.write(`${what} ${id} (${JSON.stringify(name)}) was revoked after the backup and stays revoked.\n`)
  }
  for (const name of unreadable) {
    process.stderr.write(
      `${name} couldn't be read, so API keys and share links revoked there can work again: check them in Settings and under Share links.\n`,
    )
  }
})
