import type { Kysely } from 'kysely'
import { similarity } from '#analyser/facts/fingerprint.ts'
import { titleLikeness } from '#analyser/facts/title-likeness.ts'
import type { LinkAnswer } from '#analyser/link-answers.ts'
import type { JobError } from '#contract/jobs/job.ts'
import type { RedirectHop, RedirectResult } from '#contract/jobs/redirects.ts'
import { isSameUrl } from '#contract/url-key.ts'
import { scopeOfAuthor } from '#service/store/access/authors.ts'
import { type Claim, endWork, type WorkResult } from '#service/store/jobs/claims.ts'
import { type CheckedRedirect, findReportedPage, redirectsOf, storeRedirect } from '#service/store/jobs/redirects.ts'
import type { Schema } from '#service/store/schema.ts'
import { isTemporary } from './temporary-failures.ts'

/** Statuses that are often others a little later. */
const busyStatuses = new Set([429, 503])

/**
 * Judges what a row of a redirect map leads to, and stores it with the end of its work.
 * @param retryInMs the wait before the next try of a URL that fails for a time; undefined for the last try
 * @returns the next try, if there is one
 */
export async function storeChecked(
  { db, owner }: { db: Kysely<Schema>; owner: string },
  claim: Claim,
  answer: LinkAnswer,
  retryInMs: number | undefined,
): Promise<WorkResult | null> {
  const error = temporaryErrorOf(answer)
  if (error && retryInMs !== undefined) return { state: 'queued', retryInMs, error }
  const expected = (await redirectsOf(db, claim.job_id, [claim.line])).get(claim.line)?.expected ?? ''
  const { finalUrl, status, reason } = answer
  const found: CheckedRedirect = {
    result: resultOf(answer, { url: claim.url, expected }),
    hops: hopsOf(answer),
    final_url: finalUrl,
    status,
    reason,
    ...(await compareReports(db, claim, finalUrl)),
  }
  await db.transaction().execute(async (tx) => {
    await endWork(tx, claim, owner, { state: 'done', report_id: null })
    await storeRedirect(tx, claim, found)
  })
  return null
}

/** Returns the error of a URL that may work a little later, or null. */
function temporaryErrorOf({ outcome, status, reason, reasonCode }: LinkAnswer): JobError | null {
  const isBusy = status !== null && busyStatuses.has(status)
  const error = { status: null, code: reasonCode, message: reason ?? `Status ${status}`, errors: null }
  return isBusy || (outcome === 'failed' && isTemporary(error)) ? error : null
}

/** Returns the first result that applies, as {@link RedirectResult} lists them. */
export function resultOf(
  { outcome, reasonCode, redirects, finalUrl, status }: LinkAnswer,
  { url, expected }: { url: string; expected: string },
): RedirectResult {
  if (reasonCode === 'redirect_loop') return 'loop'
  if (reasonCode === 'too_many_redirects') return 'chain'
  if (outcome === 'not-asked') return 'refused'
  if (finalUrl === null || status === null) return 'unreachable'
  if (status === 404 || status === 410) return 'not_found'
  if (status >= 500) return 'server_error'
  if (status >= 400) return 'refused'
  if (isSameUrl(finalUrl, expected)) return redirects.length > 1 ? 'chain' : 'as_expected'
  if (redirects.length === 0 || isSameUrl(finalUrl, url)) return 'no_redirect'
  return isHomePage(finalUrl) ? 'home_page' : 'elsewhere'
}

function isHomePage(url: string): boolean {
  const { pathname, search } = new URL(url)
  return search === '' && /^\/(?:index\.\w{3,5})?$/.test(pathname)
}

const hopsOf = ({ redirects }: LinkAnswer): RedirectHop[] =>
  redirects.map(({ url, status, location }) => ({ url, status, to: URL.parse(location ?? '', url)?.href ?? null }))

/**
 * Compares the last reports of the old page and of the one that is reached, as far as the author of the map can see
 * them.
 */
async function compareReports(db: Kysely<Schema>, { url, author_id }: Claim, finalUrl: string | null) {
  const scope = await scopeOfAuthor(db, author_id)
  const before = await findReportedPage(db, url, scope)
  const after = finalUrl === null ? undefined : await findReportedPage(db, finalUrl, scope)
  const shapes = before?.body_shape && after?.body_shape ? ([before.body_shape, after.body_shape] as const) : null
  return {
    old_title: before?.title ?? null,
    new_title: after?.title ?? null,
    title_likeness: before?.title && after?.title ? percent(titleLikeness(before.title, after.title)) : null,
    text_likeness: shapes && percent(similarity(...shapes)),
    canonical: after?.canonical ?? null,
  }
}

const percent = (share: number) => Math.round(100 * share)
