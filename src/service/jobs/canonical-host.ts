import type { Kysely } from 'kysely'
import { similarity } from '#analyser/facts/fingerprint.ts'
import { namedCanonical } from '#analyser/facts/link-elements.ts'
import { type CanonicalHostFacts, type Fingerprints, minSimilarity, type PageFacts } from '#analyser/page-facts.ts'
import { isSameUrl } from '#contract/url-key.ts'
import { domainOf } from '#contract/websites/website.ts'
import { findTextOf } from '#service/store/reports/duplicates.ts'
import type { Schema } from '#service/store/schema.ts'
import { findIdentityByDomain } from '#service/store/websites/identities.ts'
import { findOwnHosts } from '#service/store/websites/own-hosts.ts'

/** Returns what is stored about a page's canonical URL and its host; null if it has none but its own. */
export async function findCanonicalHost(
  db: Kysely<Schema>,
  { canonicals, response: { finalUrl } }: Pick<PageFacts, 'canonicals' | 'response'>,
  fingerprints: Pick<Fingerprints, 'body' | 'bodyShape'>,
): Promise<CanonicalHostFacts | null> {
  const url = namedCanonical(canonicals)
  if (url === null || isSameUrl(url, finalUrl)) return null
  const [own, other] = [new URL(finalUrl), new URL(url)].map(domainOf) as [string, string]
  const identity = await findIdentityByDomain(db, other)
  // With an identity, we may read what Google can't.
  const isStaging = identity !== undefined && (identity.summary !== null || identity.judge_as_production === 1)
  const isAlike = isStaging ? null : await isLike(db, other, url, fingerprints)
  const isOwn = own !== other && (await findOwnHosts(db, { domain: own }))?.some((host) => domainOf({ host }) === other)
  return { kind: isOwn ? 'own' : isStaging && own !== other ? 'staging' : null, isAlike }
}

/** Returns true if the latest report of a URL found an indexable page with the same text; null without a report. */
async function isLike(
  db: Kysely<Schema>,
  domain: string,
  url: string,
  { body, bodyShape }: Pick<Fingerprints, 'body' | 'bodyShape'>,
): Promise<boolean | null> {
  const report = await findTextOf(db, domain, url)
  if (!report) return null
  const { indexability, body_hash, body_shape } = report
  if (indexability !== 'indexable') return false
  if (body !== null && body === body_hash) return true
  return bodyShape !== null && body_shape !== null && similarity(bodyShape, body_shape) >= minSimilarity
}
