import { type DestinationStream, type Logger, pino } from 'pino'
import { isDashboardBuilt, notBuilt } from '#service/shell/routes.ts'
import { databaseFailure } from '#service/store/failures.ts'
import { type Config, isLoopback, readConfig } from './config.ts'
import type { Service } from './service.ts'
import { StartError } from './start-error.ts'
import type { Ends, Running } from './stop.ts'

/**
 * Starts the service, or the gateway if an upstream server is configured, and prints its URL. Exits with code 1 and
 * one sentence if the administrator has to correct something.
 */
export async function start(ends: Ends) {
  try {
    const config = readConfig(process.env, process.stdout.isTTY)
    const log = createLogger(config.logLevel)
    const program = await (config.upstream ? gateway(config, config.upstream, log) : service(config, log))
    // Before anything else: it is ready already, so it may be stopped.
    ends.stops(program.running, log)
    const { origin } = program.running
    // `npm run dev` serves the dashboard without a build.
    const isBuilt = config.role === 'worker' || isDashboardBuilt() || process.env['NODE_ENV'] === 'development'
    const hint = isBuilt ? [] : [notBuilt]
    const all = [`SEO Reports is running at ${origin}`, ...hint, ...(await program.lines())]
    if (!ends.isStopping()) process.stdout.write(`\n${all.map((line) => `  ${line}\n`).join('')}\n`)
  } catch (error) {
    // A program that is stopped during its start may find its database closed.
    if (ends.isStopping()) return
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

/** A running program. `lines` returns those to print below its URL. */
type Started = { running: Running; lines(): Promise<string[]> }
type Log = ReturnType<typeof createLogger>

async function service(config: Config, log: Log): Promise<Started> {
  const { startService } = await import('./service.ts')
  const running = await startService(config, log)
  return {
    running,
    async lines() {
      if (config.role === 'worker') return ['This process only works on jobs.']
      await keepOrigin(running)
      if (!isLoopback(config.host))
        return ['To create your account, or to sign in by a one-time link, run: npm run -s sign-in']
      return signInLines(running)
    },
  }
}

/** Stores the URL for `npm run sign-in`, which can run with another environment. */
async function keepOrigin({ store, origin }: Service) {
  const { storeOrigin } = await import('#service/store/meta.ts')
  await storeOrigin(store.db, origin).catch((error: unknown) => {
    if (databaseFailure(error) !== 'disk_full') throw error
  })
}

async function signInLines({ store, origin }: Service): Promise<string[]> {
  const { createSignInLink, signInMinutes } = await import('#service/access/keys.ts')
  const { hasKeys } = await import('#service/store/access/api-keys.ts')
  const { listActiveOwners } = await import('#service/store/access/people.ts')
  const owners = await listActiveOwners(store.db)
  const [owner] = owners
  // The link gives full access, so logs must not get one at each start. If nobody can sign in, only this one helps.
  const canSignIn = owners.length > 0 || (await hasKeys(store.db))
  if (owners.length > 1 || (canSignIn && !process.stdout.isTTY))
    return [`Sign in at ${origin}, or get a one-time link: npm run -s sign-in`]
  const what = owner ? 'Sign in' : 'Create your account'
  try {
    const link = await createSignInLink(store.db, origin, owner)
    return [`${what} (one-time link, valid for ${signInMinutes} minutes): ${link}`]
  } catch (error) {
    // Stored reports can still be read with a key.
    if (databaseFailure(error) !== 'disk_full') throw error
    return ['The disk is full. Free some space, then run: npm run sign-in']
  }
}

export const upstreamSignInHint = 'Sign in with an API key of that server.'

/** Imports only the gateway: the service and its store are never loaded. */
async function gateway(config: Config, upstream: NonNullable<Config['upstream']>, log: Log): Promise<Started> {
  const { startGateway } = await import('./gateway.ts')
  const running = await startGateway(config, upstream, log)
  const lines = [`Proxying API requests to ${upstream.address}. Nothing is stored here.`, upstreamSignInHint]
  if (config.databaseUrl !== undefined) lines.push("Ignoring DATABASE_URL: this dashboard doesn't store data.")
  return { running, lines: async () => lines }
}

/**
 * Creates a logger that writes one JSON line per event. Secrets are never logged on purpose; their usual names are
 * redacted.
 */
export function createLogger(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const secrets = [
    'authorization',
    'cookie',
    'password',
    'password_hash',
    'key',
    'secret',
    'secret_hash',
    'token',
    'token_hash',
  ]
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secrets.flatMap((name) => [name, `err.${name}`, `headers.${name}`]), censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
