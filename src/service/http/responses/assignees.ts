import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { PageFindingsForm } from '#contract/forms/waiver-forms.ts'
import { personIdOf } from '#service/access/policy.ts'
import { nameOfCheck } from '#service/present/check-names.ts'
import { scopeOfAuthor } from '#service/store/access/authors.ts'
import { authorOfPerson, findPerson, type PersonRecord } from '#service/store/access/people.ts'
import { canReach } from '#service/store/access/visible.ts'
import type { Schema } from '#service/store/schema.ts'
import { refuseFields } from '../body.ts'
import { assignedMail, type SendMessage } from '../messages.ts'
import { originOf, senderOf } from '../request.ts'

/** Returns the person to whom findings of a website are assigned. Throws a 422 for one who can’t see it. */
export async function findAssignee(
  db: Kysely<Schema>,
  id: number | null | undefined,
  websiteId: number,
): Promise<PersonRecord | undefined> {
  if (id === null || id === undefined) return undefined
  const person = await findPerson(db, id)
  const scope = await scopeOfAuthor(db, authorOfPerson(id))
  if (!person || !(await canReach(db, scope, 'websites', websiteId)))
    throw refuseFields(PageFindingsForm, [{ field: 'assignee_id', code: 'not_found' }])
  return person
}

type Deps = { sendMessage: SendMessage; canMail: boolean; publicUrl: string | null }

/** Mails a person that someone else has assigned findings to them, unless they don't want these mails. */
export function tellAssignee(
  request: FastifyRequest,
  { sendMessage, canMail, publicUrl }: Deps,
  { person, check, where, path }: { person: PersonRecord | undefined; check: string; where: string; path: string },
): void {
  if (!canMail || !person || person.mail_assigned !== 1 || person.id === personIdOf(request.reader)) return
  const assigned = {
    by: senderOf(request).author_name,
    issue: nameOfCheck(check) ?? check,
    where,
    link: originOf(request, publicUrl) + path,
  }
  sendMessage(async () => ({ to: person.email, ...assignedMail(person.name, assigned) }))
}
