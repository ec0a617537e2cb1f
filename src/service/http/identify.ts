import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Authenticator, Shown } from '#service/access/authenticate.ts'
import { type Action, isSignedIn, type Reader, refusalOf, visitor } from '#service/access/policy.ts'
import { holdActiveKey } from '#service/store/access/api-keys.ts'
import { holdActivePerson, holdSession } from '#service/store/access/sessions.ts'
import type { Schema } from '#service/store/schema.ts'
import type { RequestLimits } from './limits.ts'
import { notAllowed, notFound, originNotAllowed, Problem, readOnlyKey, unauthenticated } from './problem.ts'
import { hasOwnOrigin, isApi, isSameOrigin, pathOf } from './request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    reader: Reader
  }
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Hooks that set `request.reader` before the body is read. */
export type Identify = {
  /**
   * Options of a route: rejects an invalid key, and a reader who cannot do the action. For a write, both are checked
   * again once the body has come, because a body can be sent so slowly that the key, the session or a right ends
   * meanwhile.
   */
  to(action: Action): { onRequest: Hook; preHandler: Hook }
  /** Rejects only an invalid key. */
  optionalKey: Hook
  /** Ignores an invalid key. */
  anyone: Hook
  /** Returns who is signed in to the browser that opens a page, by its cookie alone. */
  browserSession(request: FastifyRequest): Promise<Reader | undefined>
  /** Returns false once the key or the session of a request has ended, or its grants have changed. */
  isKeyActive(request: FastifyRequest): Promise<boolean>
  /** Forgets keys, sessions and people that were read before something of them changed. */
  emptyCache(): void
}

export const sessionCookie = 'seo_session'

export function createIdentify(
  authenticator: Authenticator,
  limits: RequestLimits,
  publicUrl: string | null,
): Identify {
  const shownBy = (request: FastifyRequest): Shown => ({
    header: request.headers.authorization,
    cookie: cookieOf(request, publicUrl),
  })

  async function identify(request: FastifyRequest, reply: FastifyReply, ignoresInvalidKey: boolean) {
    const reader = await authenticator.identify(shownBy(request))
    request.reader = reader ?? visitor
    if (!reader && !ignoresInvalidKey) {
      await limits.countFailure(request)
      throw unauthenticated()
    }
    if (request.reader.kind === 'session' && !reads.has(request.method) && !hasOwnOrigin(request, publicUrl))
      throw originNotAllowed()
    if (request.reader.kind === 'visitor') await limits.countKeyless(request)
    else await limits.countKey?.(request, reply)
  }
  return {
    to: (action) => ({
      onRequest: async (request, reply) => {
        await identify(request, reply, false)
        permit(request.reader, action)
      },
      preHandler: async (request) => {
        if (reads.has(request.method)) return
        const reader = await authenticator.identifyAgain(shownBy(request))
        if (!reader) throw unauthenticated()
        request.reader = reader
        permit(reader, action)
      },
    }),
    optionalKey: (request, reply) => identify(request, reply, false),
    anyone: (request, reply) => identify(request, reply, true),
    browserSession: (request) =>
      authenticator.identifyAgain({ header: undefined, cookie: request.cookies[sessionCookie] }),
    isKeyActive: async (request) => {
      const reader = await authenticator.identifyAgain(shownBy(request))
      return reader !== undefined && versionOf(reader) === versionOf(request.reader)
    },
    emptyCache: authenticator.emptyCache,
  }
}

/**
 * Returns the cookie of a session where it counts: in the API, without a header, and to read from our own pages. The
 * origin of a write is checked once its session is known.
 */
function cookieOf(request: FastifyRequest, publicUrl: string | null): string | undefined {
  if (request.headers.authorization !== undefined || !isApi(pathOf(request))) return undefined
  if (reads.has(request.method) && !isSameOrigin(request, publicUrl)) return undefined
  return request.cookies[sessionCookie]
}

/**
 * Runs a write whose result outlives the request's key or session, in a transaction during which that cannot end.
 * Throws a 401 if it has ended.
 */
export const writeWithKey = <T>(
  db: Kysely<Schema>,
  { reader }: FastifyRequest,
  write: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    if (!(await holdReader(tx, reader))) throw unauthenticated()
    return write(tx)
  })

/** The person comes before their key or session, as in whatever suspends them, so that none deadlock. */
async function holdReader(tx: Transaction<Schema>, reader: Reader): Promise<boolean> {
  if (!isSignedIn(reader)) return false
  const at = new Date().toISOString()
  if (reader.person && !(await holdActivePerson(tx, reader.person.id))) return false
  return reader.kind === 'key' ? holdActiveKey(tx, reader.key.id, at) : holdSession(tx, reader.session, at)
}

/** Changes with a reader’s role and grants. */
const versionOf = (reader: Reader) => (isSignedIn(reader) ? `${reader.rights.role} ${reader.rights.version}` : '')

const reads = new Set(['GET', 'HEAD'])

function permit(reader: Reader, action: Action): void {
  const refusal = refusalOf(reader, action)
  if (refusal === 'needs a key') throw unauthenticated()
  if (refusal === 'key is read-only') throw readOnlyKey()
  if (refusal === 'needs a full-access key') throw new Problem('full_key_required', 'This needs a full-access key.')
  if (refusal === 'needs an owner') throw notAllowed('Only owners can do this.')
  if (refusal === 'is hidden') throw notFound()
}
