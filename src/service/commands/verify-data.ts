import { findFaults } from '#service/store/verify.ts'
import { runCommand } from './run-command.ts'

await runCommand(async ({ db }) => {
  let faults = 0
  for await (const fault of findFaults(db)) {
    faults += 1
    process.stdout.write(`${fault}\n`)
  }
  if (faults === 0) process.stdout.write('All counters, search texts and payloads match their rows.\n')
  else process.exitCode = 1
})
