import { findFaults } from '#service/store/verify/verify.ts'
import { runCommand } from './run-command.ts'

await runCommand(async ({ db }) => {
  const faults = await findFaults(db)
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  if (faults.length === 0) process.stdout.write('All counters, search texts and payloads match their rows.\n')
  else process.exitCode = 1
})
