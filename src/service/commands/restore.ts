import { restore } from '#service/store/sqlite-backup.ts'
import { readFileArgument, rejectPostgres, runWithoutStore } from './run-command.ts'

await runWithoutStore(async (config) => {
  const file = readFileArgument('restore')
  rejectPostgres(config, 'pg_restore')
  const previous = restore(config.dataDir, file)
  process.stdout.write(
    `The data is that of ${file} now.${previous ? ` What was there before is kept in ${previous}.` : ''}\n`,
  )
})
