import { createSignInLink, signInMinutes } from '#service/access/sign-in.ts'
import { StartError } from '#service/store/start-error.ts'
import { isLoopback, readConfig } from './config.ts'
import { createLogger } from './logger.ts'
import { startService } from './start.ts'
import { stopOnSignal } from './stop.ts'

try {
  const config = readConfig(process.env, process.stdout.isTTY)
  const log = createLogger(config.logLevel)
  const service = await startService(config, log)
  stopOnSignal(service, log)
  const { origin, isBuilt, store } = service
  const lines = [`SEO Reports answers on ${origin}`]
  if (!isBuilt) lines.push('The dashboard is not built yet: run "npm run build".')
  lines.push(
    isLoopback(config.host)
      ? `Sign in, once and within ${signInMinutes} minutes: ${await createSignInLink(store.db, origin)}`
      : 'To get an API key, run: npm run -s key -- create --name "My key"',
  )
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
