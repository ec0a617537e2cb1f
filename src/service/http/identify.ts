import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Authenticator } from '#service/access/authenticate.ts'
import { type Action, type Reader, refusalOf, visitor } from '#service/access/policy.ts'
import { holdActiveKey } from '#service/store/access/api-keys.ts'
import type { Schema } from '#service/store/schema.ts'
import type { RequestLimits } from './limits.ts'
import { Problem, readOnlyKey, unauthenticated } from './problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    reader: Reader
  }
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Hooks that set `request.reader` before the body is read. */
export type Identify = {
  /**
   * Options of a route: rejects an invalid key, and a reader who cannot do the action. The key of a write is checked
   * again once the body has come, because a body can be sent so slowly that the key is revoked meanwhile.
   */
  to(action: Action): { onRequest: Hook; preHandler: Hook }
  /** Rejects only an invalid key. */
  optionalKey: Hook
  /** Ignores an invalid key. */
  anyone: Hook
  /** Returns false once the key of a request is revoked or has expired. */
  isKeyActive(request: FastifyRequest): Promise<boolean>
  /** Removes a revoked key from the cache. */
  removeFromCache(keyId: string): void
}

export function createIdentify(authenticator: Authenticator, limits: RequestLimits): Identify {
  async function identify(request: FastifyRequest, reply: FastifyReply, ignoresInvalidKey: boolean) {
    const reader = await authenticator.identify(request.headers.authorization)
    request.reader = reader ?? visitor
    if (!reader && !ignoresInvalidKey) {
      await limits.countFailure(request)
      throw unauthenticated()
    }
    if (request.reader.kind === 'visitor') await limits.countKeyless(request)
    else await limits.countKey?.(request, reply)
  }
  return {
    to: (action) => ({
      onRequest: async (request, reply) => {
        await identify(request, reply, false)
        permit(request.reader, action)
      },
      preHandler: async ({ method, headers }) => {
        if (!reads.has(method) && !(await authenticator.identifyAgain(headers.authorization))) throw unauthenticated()
      },
    }),
    optionalKey: (request, reply) => identify(request, reply, false),
    anyone: (request, reply) => identify(request, reply, true),
    isKeyActive: async ({ headers }) => (await authenticator.identifyAgain(headers.authorization)) !== undefined,
    removeFromCache: authenticator.removeFromCache,
  }
}

/**
 * Runs a write whose result outlives the request's key, in a transaction during which the key cannot be revoked. Throws
 * a 401 if it is no longer active.
 */
export const writeWithKey = <T>(
  db: Kysely<Schema>,
  { reader }: FastifyRequest,
  write: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    const isActive = reader.kind === 'key' && (await holdActiveKey(tx, reader.key.id, new Date().toISOString()))
    if (!isActive) throw unauthenticated()
    return write(tx)
  })

const reads = new Set(['GET', 'HEAD'])

function permit(reader: Reader, action: Action): void {
  const refusal = refusalOf(reader, action)
  if (refusal === 'needs a key') throw unauthenticated()
  if (refusal === 'key is read-only') throw readOnlyKey()
  if (refusal === 'needs a full-access key') throw new Problem('full_key_required', 'This needs a full-access key.')
}
