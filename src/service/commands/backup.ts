import { backUp } from '#service/store/sqlite/backup.ts'
import { readFileArgument, rejectPostgres, runWithoutStore } from './run-command.ts'

await runWithoutStore(async (config) => {
  const file = readFileArgument('backup')
  rejectPostgres(config, 'pg_dump')
  backUp(config.dataDir, file)
  process.stdout.write(`Backed up to ${file}.\n`)
})
