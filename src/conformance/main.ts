import { text } from 'node:stream/consumers'
import { isUnencrypted, readArguments, usage, UsageError } from './arguments.ts'
import { checkServer } from './check-server.ts'
import { exitCodeOf, formatResult } from './result.ts'

const stop = new AbortController()

try {
  const { argv, env, stdin } = process
  const given = await readArguments({ args: argv.slice(2), environment: env, readInput: () => text(stdin) })
  if (given === null) process.stdout.write(usage)
  else {
    if (isUnencrypted(given.base)) process.stderr.write('The URL is http, so others on the network can read the key.\n')
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => onSignal(given.write))
    const result = await checkServer({ ...given, signal: stop.signal })
    process.stdout.write(formatResult(result, given))
    process.exitCode = exitCodeOf(result)
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}

function onSignal(writes: boolean) {
  if (stop.signal.aborted) process.exit(2)
  stop.abort()
  if (writes) process.stderr.write('\nStopping after cleaning up. Press again to stop now without cleaning up.\n')
}
