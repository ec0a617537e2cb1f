import { createSignInLink, signInMinutes } from '#service/access/sign-in.ts'
import { StartError } from '#service/store/start-error.ts'
import { type Config, isLoopback, readConfig } from './config.ts'
import { createLogger } from './logger.ts'
import { type Service, startService } from './start.ts'
import { stopOnSignal } from './stop.ts'

/** Starts the service and says where it is. What a person can put right is said in one sentence, then the process ends with 1. */
export async function run() {
  try {
    const config = readConfig(process.env, process.stdout.isTTY)
    const log = createLogger(config.logLevel)
    const service = await startService(config, log)
    stopOnSignal(service, log)
    process.stdout.write(await greeting(service, config))
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

async function greeting({ origin, isBuilt, store }: Service, { host }: Config) {
  const lines = [`SEO Reports answers on ${origin}`]
  if (!isBuilt) lines.push('The dashboard is not built yet: run "npm run build".')
  if (isLoopback(host)) lines.push(`Sign in, once and within ${signInMinutes} minutes: ${await createSignInLink(store.db, origin)}`)
  else lines.push('For an API key, run: npm run -s key -- create --name "My key"')
  return `\n${lines.map((line) => `  ${line}\n`).join('')}\n`
}
