import { text } from 'node:stream/consumers'
import { readArguments, usage } from './arguments.ts'
import { check } from './check.ts'
import { exitCodeOf, printed } from './print.ts'
import { isReadable } from './server-address.ts'
import { UsageError } from './usage-error.ts'

try {
  const wish = await readArguments({
    args: process.argv.slice(2),
    environment: process.env,
    readInput: () => text(process.stdin),
  })
  if (wish === null) process.stdout.write(usage)
  else process.exitCode = await run(wish)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}

async function run(wish: NonNullable<Awaited<ReturnType<typeof readArguments>>>): Promise<number> {
  if (isReadable(wish.base)) process.stderr.write('The address is plain http: the key can be read on the way.\n')
  const stop = new AbortController()
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(2)
    stop.abort()
    if (wish.write)
      process.stderr.write('\nStopping, and cleaning up first. Once more stops at once and leaves what was made.\n')
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
  const result = await check({ ...wish, signal: stop.signal })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal)
  process.stdout.write(printed(result, wish))
  return exitCodeOf(result)
}
