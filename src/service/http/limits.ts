import { isIPv6 } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tooManyRequests } from './problem.ts'
import { keyIdOf } from './request.ts'

const minute = 60_000
export const failuresPerMinute = 20
export const keylessPerMinute = 120

export type Limits = {
  /** Counts an invalid key. Throws a 429 if there were too many from this network. */
  countFailure(request: FastifyRequest): Promise<void>
  countKeyless(request: FastifyRequest): Promise<void>
  /** Counts a request of a key and sets the rate limit headers; undefined if keys have no limit. */
  countKey: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) | undefined
}

/** Creates the three limits. Each is per minute and counts in this process only. */
export async function createLimits(app: FastifyInstance, perKey: number | null): Promise<Limits> {
  await app.register(rateLimit, { global: false })
  const failure = app.createRateLimit({ max: failuresPerMinute, timeWindow: minute, keyGenerator: networkOf })
  const keyless = app.createRateLimit({ max: keylessPerMinute, timeWindow: minute, keyGenerator: networkOf })
  const key = app.createRateLimit({ max: perKey ?? 0, timeWindow: minute, keyGenerator: keyIdOf })

  return {
    countFailure: async (request) =>
      throwIfExceeded(await failure(request), 'too_many_failures', 'Too many failed attempts.'),
    countKeyless: async (request) =>
      throwIfExceeded(await keyless(request), 'rate_limited', 'Too many requests without a key.'),
    countKey:
      perKey === null
        ? undefined
        : async (request, reply) => {
            const count = await key(request)
            if (count.isAllowed) return
            reply.header('RateLimit-Limit', perKey)
            reply.header('RateLimit-Remaining', count.remaining)
            reply.header('RateLimit-Reset', count.ttlInSeconds)
            throwIfExceeded(count, 'rate_limited', 'Too many requests with this key.')
          },
  }
}

type Count = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>

function throwIfExceeded(count: Count, code: 'rate_limited' | 'too_many_failures', message: string) {
  if (!count.isAllowed && count.isExceeded) throw tooManyRequests(code, message, Math.max(1, count.ttlInSeconds))
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
