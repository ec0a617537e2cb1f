import type { FastifyRequest } from 'fastify'
import { hashLinkToken, linkEnd, scopeOfLink } from '#service/access/share-links.ts'
import { hasUnlockCookie, unlockCookieName } from '#service/access/unlock.ts'
import { notFound, Problem } from '#service/http/problem.ts'
import type { VisitorGuard } from '#service/http/route.ts'
import type { Store } from '#service/store/database.ts'
import { findLink, type LinkRecord } from '#service/store/share-links/share-links.ts'
import { findWebsite, type WebsiteRecord } from '#service/store/websites/websites.ts'
import type { LinkVisits } from './link-visits.ts'
import type { VisitorDeps } from './open-website.ts'
import { passwordRequired } from './password.ts'

export type LinkDeps = VisitorDeps & { visits: LinkVisits }

/** Returns the link if it still works, without checking its password. */
export async function findWorking(request: FastifyRequest, { db }: Pick<Store, 'db'>): Promise<LinkRecord> {
  const link = await findLink(db, { token_hash: hashLinkToken((request.params as { token: string }).token) })
  if (!link) throw notFound()
  const end = linkEnd(link)
  if (end) throw new Problem(end.code, end.sentence)
  return link
}

export const lockOf = ({ id, password_hash }: LinkRecord) =>
  password_hash === null ? null : ({ purpose: 'link', id, password_hash } as const)

/**
 * Opens a link that works and is unlocked. Counts the request, with a valid cookie against a higher limit, forbids
 * caching the response, and makes the link the reader of the request. Its requests belong to a visit.
 */
export const throughLink = {
  async open(request, reply, deps) {
    const { limits, unlocker } = deps
    const hasCookie = hasUnlockCookie(request.cookies, 'link')
    if (!hasCookie) await limits.countKeyless(request)
    // The content ends with the link, and must not stay on the disk of a shared machine.
    reply.header('Cache-Control', 'no-store')
    const link = await findWorking(request, deps).catch(async (error: unknown) => {
      if (hasCookie) await limits.countKeyless(request)
      throw error
    })
    const lock = lockOf(link)
    const isUnlocked = lock !== null && unlocker.isOpen(lock, request.cookies[unlockCookieName(lock)])
    if (isUnlocked) await limits.countUnlocked(request)
    else if (hasCookie) await limits.countKeyless(request)
    if (lock && !isUnlocked) throw passwordRequired({ by: 'link' })
    request.reader = { kind: 'link', link }
    return { link }
  },
  leave: ({ link }, request, { visits }) => visits.readThrough(request, link),
} satisfies VisitorGuard<{ link: LinkRecord }, LinkDeps>

/** Opening the link itself is always a visit. */
export const linkItself: VisitorGuard<{ link: LinkRecord }, LinkDeps> = {
  ...throughLink,
  leave: ({ link }, request, { visits }) => visits.opened(request, link),
}

/** A client report says everything itself: its link opens no reports, lists or figures. */
export const pagesThroughLink: VisitorGuard<{ link: LinkRecord }, LinkDeps> = {
  ...throughLink,
  async open(request, reply, deps) {
    const opened = await throughLink.open(request, reply, deps)
    if (opened.link.layout === 'document') throw notFound()
    return opened
  },
}

/** A link to a website also opens its reports and lists. */
export const websiteThroughLink: VisitorGuard<{ link: LinkRecord; website: WebsiteRecord }, LinkDeps> = {
  async open(request, reply, deps) {
    const { link } = await pagesThroughLink.open(request, reply, deps)
    const scope = scopeOfLink(link)
    const website = scope.kind === 'website' ? await findWebsite(deps.db, scope.website_id) : undefined
    if (!website) throw notFound()
    return { link, website }
  },
  leave: throughLink.leave,
}
