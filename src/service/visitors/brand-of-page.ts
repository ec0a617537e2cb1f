import type { Kysely } from 'kysely'
import { websiteFilterParams } from '#contract/lists/page-filters.ts'
import { readQuery } from '#contract/lists/query-params.ts'
import type { SharedBrandQuery } from '#contract/sharing/shared-brand.ts'
import { visiblePrivacies, visitor, websiteAccess } from '#service/access/policy.ts'
import { hashLinkToken, linkEnd, scopeOfLink } from '#service/access/share-links.ts'
import type { BrandOwner } from '#service/store/clients.ts'
import { grantedOf } from '#service/store/lists/scope.ts'
import type { Schema } from '#service/store/schema.ts'
import { findLink } from '#service/store/share-links/share-links.ts'
import { findWebsite, findWebsiteOfReport } from '#service/store/websites/websites.ts'

/**
 * Returns what a page for visitors is of, also if it asks for a password. A private website and an ended link look like
 * missing ones, which have the team's brand.
 */
export async function brandOfPage(
  db: Kysely<Schema>,
  { website_id, report_id, token }: SharedBrandQuery,
): Promise<BrandOwner> {
  if (token !== '') {
    const link = await findLink(db, { token_hash: hashLinkToken(token) })
    if (!link || linkEnd(link)) return {}
    const { client } = readQuery({ client: websiteFilterParams.client }, new URLSearchParams(link.query ?? '')).query
    const granted = grantedOf(scopeOfLink(link))
    return { website_id: link.website_id, client_id: client === null ? null : Number(client), granted }
  }
  const website =
    report_id === null
      ? await findWebsite(db, website_id ?? 0, visiblePrivacies)
      : await findWebsiteOfReport(db, report_id, visiblePrivacies)
  return website && websiteAccess(visitor, website) !== 'hidden' ? { website_id: website.id } : {}
}
