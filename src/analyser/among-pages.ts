import { indexabilityOf } from './indexability.ts'
import type { AmongPages, DuplicateFacts, Fingerprints, PageFacts } from './page-facts.ts'

/**
 * Returns what still holds for a page that was read again: the part about its unchanged texts. The next crawl finds the
 * rest.
 */
export function ofUnchangedTexts(
  { title, description, body, similar, thin }: AmongPages,
  now: Fingerprints,
): AmongPages | undefined {
  const kept = {
    ...(title?.hash === now.title && { title }),
    ...(description?.hash === now.description && { description }),
    ...(body?.hash === now.body && { body }),
    ...(similar?.hash === now.bodyShape && { similar }),
    ...(thin && now.bodyShape === null && { thin }),
  }
  return Object.keys(kept).length > 0 ? kept : undefined
}

const none = { items: [], total: 0 }

/** Returns the duplicates of a page that the last crawl found; null without any, or if the page can't be indexed. */
export function duplicatesInCrawl(facts: PageFacts): DuplicateFacts | null {
  if (!facts.amongPages || indexabilityOf(facts).state !== 'indexable') return null
  const { title, description, body, similar, thin = null } = facts.amongPages
  return {
    counted: true,
    others: Math.max(...[title, description, body, similar, thin].map((shared) => shared?.pages.total ?? 0)),
    title: title?.pages ?? none,
    description: description?.pages ?? none,
    body: body?.pages ?? none,
    similar: similar?.pages ?? none,
    ofCrawl: { first: (body ?? similar)?.first ?? null, thin },
  }
}
