import { restore } from '#service/store/sqlite-copy.ts'
import { readFileArgument, refusePostgres } from './file-argument.ts'
import { runWithoutStore } from './run-command.ts'

await runWithoutStore(async (config) => {
  const file = readFileArgument('restore')
  refusePostgres(config, 'pg_restore')
  const aside = restore(config.dataDir, file)
  process.stdout.write(
    `The data is that of ${file} now.${aside ? ` What was there before is kept in ${aside}.` : ''}\n`,
  )
})
