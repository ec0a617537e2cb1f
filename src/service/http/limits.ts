import { isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { foldedEmail } from '#contract/forms/people-forms.ts'
import { hashSecret } from '#service/access/keys.ts'
import { type Count, createRateWindow, type RateWindow } from '#service/access/rate-window.ts'
import { tooManyRequests } from './problem.ts'
import { senderOf } from './request.ts'

export const failuresPerMinute = 20

/** Asynchronous, because they are used as hooks. */
export type RequestLimits = {
  /** Counts an invalid key. Throws a 429 if there were too many from this network. */
  countFailure(request: FastifyRequest): Promise<void>
  countKeyless(request: FastifyRequest): Promise<void>
  /** Counts a visitor's request behind a password. */
  countUnlocked(request: FastifyRequest): Promise<void>
  /** Counts a start page with a preview. Returns false if there were too many from this network. */
  allowsPreview(request: FastifyRequest): Promise<boolean>
  /** Counts a test alert of a key, which sends mail and calls another server. */
  countTestAlert(request: FastifyRequest): Promise<void>
  /** Counts a new name of a key. */
  countRename(request: FastifyRequest): Promise<void>
  /** Counts a mail to choose a new password. Returns false if there were too many for this address. */
  allowsPasswordMail(email: string): Promise<boolean>
  /** Counts a request of a key and sets the rate limit headers; undefined if keys have no limit. */
  countKey: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) | undefined
}

export const testAlertsPerMinute = 10
const passwordMailsPerMinute = 2
export const renamesPerMinute = 10

/** Visitors behind a password have this many times the limit of others. */
const unlockedFactor = 10

/**
 * Creates the limits. Each is per minute.
 * @param keyless requests without a key from one network
 * @param createWindow also counts the requests to other processes; by default, each process counts its own
 */
export function createRequestLimits(
  { perKey, keyless }: { perKey: number | null; keyless: number },
  createWindow: (kind: string, maxPerMinute: number) => RateWindow = (_, max) => createRateWindow(max),
): RequestLimits {
  const countFailure = createWindow('wrong-key', failuresPerMinute)
  const countKeyless = createWindow('keyless', keyless)
  const countUnlocked = createWindow('unlocked', unlockedFactor * keyless)
  const countPreview = createWindow('preview', keyless)
  const countTestAlert = createWindow('test-alert', testAlertsPerMinute)
  const countRename = createWindow('rename', renamesPerMinute)
  const countPasswordMail = createWindow('password-mail', passwordMailsPerMinute)
  const countKey = perKey === null ? undefined : createWindow('key', perKey)

  return {
    countFailure: async (request) =>
      throwIfExceeded(
        await countFailure(networkOf(request)),
        'too_many_failures',
        'Too many wrong API keys or sign-in links.',
      ),
    countKeyless: async (request) =>
      throwIfExceeded(await countKeyless(networkOf(request)), 'rate_limited', 'Too many requests without an API key.'),
    countUnlocked: async (request) =>
      throwIfExceeded(await countUnlocked(networkOf(request)), 'rate_limited', 'Too many requests behind a password.'),
    allowsPreview: async (request) => !(await countPreview(networkOf(request))).isExceeded,
    countTestAlert: async (request) =>
      throwIfExceeded(
        await countTestAlert(senderOf(request).author_id),
        'rate_limited',
        'Too many test alerts with this API key.',
      ),
    allowsPasswordMail: async (email) => !(await countPasswordMail(hashSecret(foldedEmail(email)))).isExceeded,
    countRename: async (request) =>
      throwIfExceeded(
        await countRename(senderOf(request).author_id),
        'rate_limited',
        'This API key was renamed too often.',
      ),
    countKey:
      countKey &&
      (async (request, reply) => {
        const count = await countKey(senderOf(request).author_id)
        reply.header('RateLimit-Limit', perKey)
        reply.header('RateLimit-Remaining', count.remaining)
        reply.header('RateLimit-Reset', count.resetSeconds)
        throwIfExceeded(count, 'rate_limited', 'Too many requests with this API key.')
      }),
  }
}

function throwIfExceeded(
  { isExceeded, resetSeconds }: Count,
  code: 'rate_limited' | 'too_many_failures',
  message: string,
) {
  if (isExceeded) throw tooManyRequests(code, message, resetSeconds)
}

/** Returns the network of one customer: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf({ ip }: FastifyRequest) {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const [left, right] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
