import type { FastifyReply, FastifyRequest } from 'fastify'
import { readId } from '#contract/lists/list-query.ts'
import { visiblePrivacies, websiteAccess } from '#service/access/policy.ts'
import { hasUnlockCookie, unlockCookieName, type Unlocker } from '#service/access/unlock.ts'
import type { RequestLimits } from '#service/http/limits.ts'
import { notFound } from '#service/http/problem.ts'
import type { VisitorGuard } from '#service/http/route.ts'
import type { Store } from '#service/store/database.ts'
import { findWebsite, findWebsiteOfReport, type WebsiteRecord } from '#service/store/websites/websites.ts'
import { passwordRequired } from './password.ts'

/** What opens a website or a share link, within the limits of visitors. */
export type VisitorDeps = { db: Store['db']; limits: RequestLimits; unlocker: Unlocker }

/** No resource has this ID. A malformed ID is looked up like any other, so that it takes as long. */
const noId = 0

const idFrom = ({ params }: FastifyRequest) => readId((params as { id: string }).id) ?? noId
export const lockOf = ({ id, password_hash }: Pick<WebsiteRecord, 'id' | 'password_hash'>) =>
  password_hash === null ? null : ({ purpose: 'website', id, password_hash } as const)

/**
 * Returns the website that `find` looks up by the ID in the path, if the visitor can see it. Counts the request, with a
 * valid cookie against a higher limit, and makes the unlocked website the reader of the request. A private website gets
 * the response of a missing one, in the same time.
 */
async function openWebsite(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, limits, unlocker }: VisitorDeps,
  find: typeof findWebsite | typeof findWebsiteOfReport,
): Promise<{ website: WebsiteRecord }> {
  // Visitors with a valid cookie have a higher limit. It can be checked only once the website is known.
  const hasCookie = hasUnlockCookie(request.cookies, 'website')
  if (!hasCookie) await limits.countKeyless(request)
  const website = await find(db, idFrom(request), visiblePrivacies)
  const lock = website && lockOf(website)
  if (website && lock && unlocker.isOpen(lock, request.cookies[unlockCookieName(lock)])) {
    await limits.countUnlocked(request)
    request.reader = { kind: 'unlock', website_id: website.id }
  } else if (hasCookie) await limits.countKeyless(request)
  const access = websiteAccess(request.reader, website)
  if (!website || access === 'hidden') throw notFound()
  if (access === 'locked') throw passwordRequired({ by: 'website', website_id: website.id })
  // Content behind a password must not stay on the disk of a shared machine.
  if (request.reader.kind === 'unlock') reply.header('Cache-Control', 'no-store')
  return { website }
}

export const openedWebsite: VisitorGuard<{ website: WebsiteRecord }, VisitorDeps> = {
  open: (request, reply, deps) => openWebsite(request, reply, deps, findWebsite),
}
export const websiteOfReport: VisitorGuard<{ website: WebsiteRecord }, VisitorDeps> = {
  open: (request, reply, deps) => openWebsite(request, reply, deps, findWebsiteOfReport),
}
