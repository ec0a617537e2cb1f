import { events, localBusinesses, organizations } from '../rich-results/subtypes.ts'
import type { FoundObject } from './entities.ts'
import { typeNames } from './entities.ts'
import { isPast } from './schema-faults.ts'
import { hasValueAt, type ObjectsById, ownValue, textOf } from './schema-objects.ts'
import { clip, collapse, type Cut, cutList, plain } from './text.ts'
import type { Ordinal } from './walk.ts'

/** An item of structured data that gets no rich result although its properties are complete. */
type NotedItem = { name: string | null; at: Ordinal }

/** Reports without this group lack the properties of later features too, and compared numbers as written only. */
export type ItemNoteFacts = {
  /** Jobs past their validThrough, and events that are over. */
  expired: Cut<NotedItem & { type: 'job' | 'event'; date: string }>
  /** Ratings of the business or organization that the website belongs to. */
  selfServing: Cut<NotedItem>
}

const businesses = new Set([...localBusinesses, ...organizations])

/** Finds expired jobs and events, and ratings that a business gives itself. */
export function readItemNotes(
  tops: readonly FoundObject[],
  byId: ObjectsById,
  page: { url: string; answeredAt: string | null; siteName: string | null },
): ItemNoteFacts {
  const expired = cutList<ItemNoteFacts['expired']['items'][number]>()
  const selfServing = cutList<NotedItem>()
  const names = new Set([page.siteName, ...tops.map((top) => (isOf(top, ['WebSite']) ? nameOf(top, byId) : null))])
  for (const top of tops) {
    const { object, at } = top
    const name = nameOf(top, byId)
    const past = (property: string) => {
      const date = textOf(object, [property], byId)
      return date !== null && isPast(date, page.answeredAt) ? clip(date.trim(), 40) : null
    }
    if (isOf(top, ['JobPosting'])) {
      const date = past('validThrough')
      if (date !== null) expired.add(() => ({ type: 'job', name, date, at }))
    }
    if (isOf(top, events)) {
      // An event without an end can last for days.
      const date = past('endDate')
      if (date !== null) expired.add(() => ({ type: 'event', name, date, at }))
    }
    const isRated = ['aggregateRating', 'review'].some((property) => hasValueAt(object, [property], byId))
    const isBusiness = typeNames(top).isSchemaOrg && typeNames(top).types.some((type) => businesses.has(type))
    if (isRated && isBusiness && (isHomeOf(top, page.url, byId) || (name !== null && names.has(name))))
      selfServing.add(() => ({ name, at }))
  }
  return { expired: plain(expired), selfServing: plain(selfServing) }
}

const isOf = (top: FoundObject, types: readonly string[]) =>
  typeNames(top).isSchemaOrg && typeNames(top).types.some((type) => types.includes(type))

function nameOf({ object }: FoundObject, byId: ObjectsById): string | null {
  const name = textOf(object, ['name', 'headline', 'title'], byId)
  return name === null ? null : clip(collapse(name.slice(0, 500)), 60)
}

/** True if an object names the home page of the website as its own, as a directory of businesses would not. */
function isHomeOf({ object }: FoundObject, pageUrl: string, byId: ObjectsById): boolean {
  return [textOf(object, ['url'], byId), ownValue(object, '@id')].some((url) => {
    if (typeof url !== 'string' || !URL.canParse(url.slice(0, 2048), pageUrl)) return false
    const { host, pathname } = new URL(url.slice(0, 2048), pageUrl)
    return host === new URL(pageUrl).host && /^\/(?:index\.\w{3,5})?$/.test(pathname)
  })
}
