import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

/** One JSON line an event. What could carry a secret is cut out wherever it appears, should it ever be logged. */
export function createLogger(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const secrets = ['authorization', 'cookie', 'password', 'passwordHash', 'key', 'secret', 'secretHash', 'token']
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
