import type { Entity } from '../facts/entities.ts'
import { collapse } from '../facts/text.ts'
import type { FeatureMatch } from './match.ts'

/** The most that all faults of structured data deduct: they lose a rich result, never the place in search. */
export const mostPoints = 12
const ofRequired = 7.2
const ofInvalid = 2
const ofExpiredJob = 8
/** The most for what leaves the page its own rich result: reviews, breadcrumbs, and the items of other pages. */
const mostOfMinor = 2
/** The most for values that schema.org doesn't have, and expired prices; each costs a point. */
const mostOfFaults = 3

export type PricedItem = Pick<FeatureMatch, 'features' | 'missingRequired'> & {
  entity: Pick<Entity, 'types' | 'name' | 'vocabulary' | 'odd'>
}

/** Properties of a review or rating, which an item can do without. */
const isOfReview = (property: string) => /^(?:review|aggregateRating)\./.test(property)
const reviewTypes = new Set(['Review', 'AggregateRating', 'EmployerAggregateRating', 'Rating'])

/**
 * Returns the points that faults of structured data deduct. What the page is about decides: other pages' items, such as
 * the cards of similar products, get no rich result here, whatever they lack. `subjects` are the page's title and H1.
 */
export function pointsOfItems(
  items: readonly PricedItem[],
  { subjects, faults, jobs }: { subjects: readonly (string | null)[]; faults: number; jobs: number },
): number {
  const others = othersAmong(items, subjects)
  const minor = { reviews: 0, breadcrumbs: 0, others: 0 }
  let own = 0
  for (const item of items) {
    const { main, reviews } = pointsOfItem(item)
    if (others.has(item)) minor.others += main + reviews
    else if (item.features.every((name) => name === 'Breadcrumb')) minor.breadcrumbs += main
    else if (item.entity.types.some((type) => reviewTypes.has(type))) minor.reviews += main + reviews
    else {
      own += main
      minor.reviews += reviews
    }
  }
  for (const points of Object.values(minor)) own += Math.min(mostOfMinor, points)
  return Math.min(mostPoints, own + Math.min(mostOfFaults, faults) + ofExpiredJob * jobs)
}

function pointsOfItem({ missingRequired, entity }: PricedItem): { main: number; reviews: number } {
  const missing = missingRequired.filter((property) => !isOfReview(property)).length
  const invalid = entity.odd.filter(({ property }) => !isOfReview(property)).length
  const inReviews = missingRequired.length - missing + entity.odd.length - invalid
  // Without schema.org as its context, all properties of an item are ignored.
  const ignored = entity.vocabulary === 'none' ? 1 : 0
  return { main: ofRequired * (missing + ignored) + ofInvalid * invalid, reviews: ofInvalid * inReviews }
}

/**
 * Returns the items of a kind that the page isn't about. It is about a single one, or the one that its title or H1
 * names in most words. If they name none, it is a list.
 */
function othersAmong(items: readonly PricedItem[], subjects: readonly (string | null)[]): ReadonlySet<PricedItem> {
  const texts = subjects.map((text) => plain(text ?? '')).filter((text) => text !== '')
  const named = ({ entity }: PricedItem) => {
    const name = plain(entity.name ?? '')
    return name !== '' && texts.some((text) => text.includes(name) || name.includes(text)) ? name.length : 0
  }
  const kinds = Map.groupBy(items, ({ entity }) => entity.types[0])
  return new Set(
    [...kinds.values()].flatMap((alike) => {
      if (alike.length === 1) return []
      const best = Math.max(1, ...alike.map(named))
      return alike.filter((item) => named(item) < best)
    }),
  )
}

const plain = (text: string) => collapse(text).toLowerCase()
