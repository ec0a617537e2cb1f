import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { authorOf, isSignedIn } from '#service/access/policy.ts'
import { type AuditActor, actorOfAuthor, type AuditEvent, insertAuditEvent } from '#service/store/access/audit.ts'
import type { Schema } from '#service/store/schema.ts'

export type AuditRecorder = {
  /**
   * Records an action before the response is sent, and returns the ID of the entry. A failure is logged and changes
   * nothing else.
   */
  record(request: FastifyRequest, event: AuditEvent): Promise<number | null>
}

export function createAuditRecorder(db: Kysely<Schema>, log: Logger): AuditRecorder {
  return {
    async record(request, event) {
      try {
        return await insertAuditEvent(db, actorOf(request), event)
      } catch (err) {
        log.error({ id: request.id, err, action: event.action }, 'audit event not recorded')
        return null
      }
    },
  }
}

function actorOf({ reader }: FastifyRequest): AuditActor {
  return isSignedIn(reader) ? actorOfAuthor(authorOf(reader)) : { kind: 'visitor', id: null, name: null }
}

/** Objects of audit events, by kind. */
export const auditedWebsite = ({ id, domain }: { id: number; domain: string }) =>
  ({ kind: 'website', id, name: domain }) as const
export const auditedClient = ({ id, name }: { id: number; name: string }) => ({ kind: 'client', id, name }) as const
export const auditedView = ({ id, name }: { id: number; name: string }) => ({ kind: 'view', id, name }) as const
export const auditedLink = ({ id, label, title }: { id: number; label: string; title: string }) =>
  ({ kind: 'link', id, name: label || title }) as const
export const auditedPerson = ({ id, name }: { id: number; name: string }) => ({ kind: 'person', id, name }) as const
export const auditedInvitation = ({ id, name }: { id: number; name: string }) =>
  ({ kind: 'invitation', id, name }) as const
export const auditedProvider = ({ id, name }: { id: number; name: string }) => ({ kind: 'provider', id, name }) as const
export const auditedJob = ({ id, label, url }: { id: number; label: string; url: string | null }) =>
  ({ kind: 'job', id, name: label || url }) as const
