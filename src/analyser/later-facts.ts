import { type LaterFacts, noBeyondFacts, type PageFacts } from './page-facts.ts'

/** Returns the facts of a page with those that a crawl found later. */
export function withLater(facts: PageFacts, { robots, status }: LaterFacts): PageFacts {
  if (robots) {
    const googlebot = { allowed: false, rule: robots }
    return { ...facts, robots: { ...facts.robots, outcome: 'found', googlebot } }
  }
  if (status === undefined) return facts
  const { askedUrl } = facts.response
  return {
    ...facts,
    response: { ...facts.response, finalUrl: askedUrl, redirects: [], status },
    beyond: noBeyondFacts,
  }
}
