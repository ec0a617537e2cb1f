import { isIPv6 } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tooManyRequests } from './problem.ts'

const minute = 60_000
export const failuresAMinute = 20
export const keylessAMinute = 120

export type Limits = {
  /** Counts a key that was not accepted; throws 429 when an address has shown too many. */
  countFailure(request: FastifyRequest): Promise<void>
  countKeyless(request: FastifyRequest): Promise<void>
  /** Counts a key's request and announces what is left of its minute; undefined when keys are not limited. */
  countKey: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) | undefined
}

/** The three limits, each over a minute, in this process's memory. */
export async function createLimits(app: FastifyInstance, perKey: number | null): Promise<Limits> {
  await app.register(rateLimit, { global: false })
  const failure = app.createRateLimit({ max: failuresAMinute, timeWindow: minute, keyGenerator: networkOf })
  const keyless = app.createRateLimit({ max: keylessAMinute, timeWindow: minute, keyGenerator: networkOf })
  const key = app.createRateLimit({ max: perKey ?? 0, timeWindow: minute, keyGenerator: (request) => keyIdOf(request) })

  return {
    countFailure: async (request) => refuseWhenExceeded(await failure(request), 'Too many failed attempts.'),
    countKeyless: async (request) => refuseWhenExceeded(await keyless(request), 'Too many requests without a key.'),
    countKey:
      perKey === null
        ? undefined
        : async (request, reply) => {
            const count = await key(request)
            if (count.isAllowed) return
            reply.header('RateLimit-Limit', perKey)
            reply.header('RateLimit-Remaining', count.remaining)
            reply.header('RateLimit-Reset', count.ttlInSeconds)
            refuseWhenExceeded(count, 'Too many requests with this key.')
          },
  }
}

type Count = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>

function refuseWhenExceeded(count: Count, message: string) {
  if (!count.isAllowed && count.isExceeded) throw tooManyRequests(message, Math.max(1, count.ttlInSeconds))
}

const keyIdOf = ({ reader }: FastifyRequest) => (reader.kind === 'key' ? reader.key.id : '')

/** One person's addresses: an IPv4 address, or the /64 that an IPv6 address is drawn from. */
export function networkOf({ ip }: FastifyRequest) {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const [left, right] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
