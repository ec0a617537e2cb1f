import { backUp } from '#service/store/sqlite-copy.ts'
import { readFileArgument, refusePostgres } from './file-argument.ts'
import { runWithoutStore } from './run-command.ts'

await runWithoutStore(async (config) => {
  const file = readFileArgument('backup')
  refusePostgres(config, 'pg_dump')
  backUp(config.dataDir, file)
  process.stdout.write(`The data is copied to ${file}.\n`)
})
