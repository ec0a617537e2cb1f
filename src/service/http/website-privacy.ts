import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { type WebsiteChange, WebsiteForm } from '#contract/forms/website-form.ts'
import { type Privacy, privacies } from '#contract/website.ts'
import { hashPassword } from '#service/access/passwords.ts'
import type { Schema } from '#service/store/schema.ts'
import { findWebsite, setPrivacy, type WebsiteRecord } from '#service/store/websites.ts'
import { entityTag, isMatch } from './entity-tag.ts'
import { readBody, refuseFields, websiteSentences } from './forms.ts'
import { notFound, preconditionFailed } from './problem.ts'
import { idIn } from './query.ts'

/** Both are the same object when there was nothing to change. */
type Changed = { before: WebsiteRecord; website: WebsiteRecord }

/**
 * Changes a website's privacy as the request's body says. The write succeeds only if the website is still as it was read,
 * so that a rule checked against the old state (a password is set) holds for the new one. Without `If-Match`, a write that
 * fails because of a concurrent change is retried, and the last one wins.
 */
export async function changePrivacy(db: Kysely<Schema>, request: FastifyRequest): Promise<Changed> {
  const id = idIn(request)
  const found = await findWebsite(db, id)
  if (!found) throw notFound()
  if (!isMatch(request.headers['if-match'], entityTag(found))) throw preconditionFailed()
  const change = readBody(request, WebsiteForm, websiteSentences)
  const privacy = nextPrivacy(change, found)
  const findable = nextFindable(change, found, privacy)
  if (privacy === found.privacy && !change.password && findable === (found.findable === 1))
    return { before: found, website: found }

  const passwordHash = change.password
    ? await hashPassword(change.password)
    : privacy === privacies.password
      ? found.passwordHash
      : null
  if (!(await setPrivacy(db, found, { privacy, passwordHash, findable }))) return changePrivacy(db, request)
  const website = await findWebsite(db, id)
  if (!website) throw notFound()
  return { before: found, website }
}

/** Returns the privacy after the change. Throws a 422 when the website's password does not fit it. */
function nextPrivacy({ privacy, password }: WebsiteChange, website: WebsiteRecord): Privacy {
  const next = privacy ?? website.privacy
  if (password && next !== privacies.password) throw refuse('password', 'not_allowed')
  if (next === privacies.password && !password && website.passwordHash === null) throw refuse('password', 'required')
  return next
}

/**
 * Returns whether search engines may list the website after the change. A website that stops being public is delisted,
 * and stays so when it becomes public again, until the change asks for more. Throws a 422 for one that is not public.
 */
function nextFindable({ findable }: WebsiteChange, website: WebsiteRecord, next: Privacy): boolean {
  if (next === privacies.public) return findable ?? website.findable === 1
  if (findable) throw refuse('findable', 'not_allowed')
  return false
}

const refuse = (field: keyof WebsiteChange, code: 'not_allowed' | 'required') =>
  refuseFields(websiteSentences, [{ field, code }])
