import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

/** One JSON line an event. Secrets are never logged on purpose; should one come along under its usual name, it is cut out. */
export function createLogger(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const secrets = ['authorization', 'cookie', 'password', 'passwordHash', 'key', 'secret', 'secretHash', 'token']
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secrets.flatMap((name) => [name, `err.${name}`, `headers.${name}`]), censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
