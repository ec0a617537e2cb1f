import type { AuditRow } from '#contract/access/audit.ts'
import type { AuditRecord } from '#service/store/access/audit.ts'

export function presentAuditRow({ id, at, actor, action, object, detail }: AuditRecord): AuditRow {
  return {
    id,
    at,
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    action,
    object: object && {
      kind: object.kind,
      id: object.kind === 'key' ? object.id : Number(object.id),
      name: object.name,
    },
    detail,
  }
}
