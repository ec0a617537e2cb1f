import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { type AuditActor, type AuditEvent, insertAuditEvent } from '#service/store/audit.ts'
import type { Schema } from '#service/store/schema.ts'

export type Audit = {
  /** Notes who did what, once it is done and before it is answered. What cannot be noted is logged: the deed stands. */
  note(request: FastifyRequest, deed: AuditEvent): Promise<void>
}

export function createAudit(db: Kysely<Schema>, log: Logger): Audit {
  return {
    async note(request, deed) {
      try {
        await insertAuditEvent(db, actorOf(request), deed)
      } catch (err) {
        log.error({ id: request.id, err, action: deed.action }, 'what was done was not noted')
      }
    },
  }
}

function actorOf({ reader }: FastifyRequest): AuditActor {
  return reader.kind === 'key'
    ? { kind: 'key', id: reader.key.id, name: reader.key.name }
    : { kind: 'visitor', id: null, name: null }
}
