import type { Kysely } from 'kysely'
import type { GoogleProblem } from '#contract/google/search-connection.ts'
import { byCommand, insertAuditEvent } from '#service/store/access/audit.ts'
import { listActiveOwners } from '#service/store/access/people.ts'
import type { Schema } from '#service/store/schema.ts'
import { findWebsite } from '#service/store/websites/websites.ts'
import type { Sender } from './alerts/send.ts'

/** In milliseconds. */
const mailLimitMs = 60_000

type Deps = {
  db: Kysely<Schema>
  /** Null without a mail server. */
  send: Sender['message'] | null
  /** The start of the dashboard's URLs. */
  origin: string
}

/** Records that Google refuses a website's figures, and tells the owners by mail. */
export async function alertOfRefusal(websiteId: number, problem: GoogleProblem, { db, send, origin }: Deps) {
  const website = await findWebsite(db, websiteId)
  if (!website) return
  const { id, domain } = website
  const object = { kind: 'website', id, name: domain } as const
  await insertAuditEvent(db, byCommand, { action: 'search_failed', object, detail: problem.code })
  if (!send) return
  const message = {
    subject: `Google refuses the Search Console figures of ${domain}`,
    text: `${problem.message}\n\n${problem.link === null ? '' : `${problem.link}\n\n`}What was pulled before stays, with its days:\n\n${origin}/websites/${id}\n`,
  }
  for (const { email } of await listActiveOwners(db)) await send(email, message, AbortSignal.timeout(mailLimitMs))
}
