import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

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
