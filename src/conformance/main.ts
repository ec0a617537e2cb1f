import { text } from 'node:stream/consumers'
import { type CheckArguments, isUnencrypted, readArguments, usage, UsageError } from './arguments.ts'
import { checkServer } from './check-server.ts'
import { exitCodeOf, formatResult } from './result.ts'

try {
  const given = await readArguments({
    args: process.argv.slice(2),
    environment: process.env,
    readInput: () => text(process.stdin),
  })
  if (given === null) process.stdout.write(usage)
  else process.exitCode = await run(given)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}

async function run(given: CheckArguments): Promise<number> {
  if (isUnencrypted(given.base)) process.stderr.write('The URL is http, so others on the network can read the key.\n')
  const stop = new AbortController()
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(2)
    stop.abort()
    if (given.write)
      process.stderr.write('\nStopping after cleaning up. Press again to stop now without cleaning up.\n')
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
  const result = await checkServer({ ...given, signal: stop.signal })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal)
  process.stdout.write(formatResult(result, given))
  return exitCodeOf(result)
}
