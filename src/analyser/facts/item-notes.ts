import { events, localBusinesses, organizations } from '../rich-results/subtypes.ts'
import { readDate } from './dates.ts'
import type { FoundObject } from './entities.ts'
import { typeNames } from './entities.ts'
import { isPast } from './schema-faults.ts'
import { hasValueAt, isOfType, type ObjectsById, ownValue, textOf } from './schema-objects.ts'
import { clip, collapse, type Cut, cutList, plain } from './text.ts'
import type { Ordinal } from './walk.ts'

/** An item of structured data that gets no rich result although its properties are complete. */
type NotedItem = { name: string | null; at: Ordinal }

/** Reports without this group lack the properties of later features too, and compared numbers as written only. */
export type ItemNoteFacts = {
  /** Jobs past their validThrough, and events that are over. `started` means that `date` is the start of an event. */
  expired: Cut<NotedItem & { type: 'job' | 'event'; date: string; started?: true }>
  /** Ratings of the business or organization that the website belongs to. */
  selfServing: Cut<NotedItem>
  /** Dates of publication or change that are still to come. */
  future?: Cut<NotedItem & { property: string; date: string }>
}

const dates = ['datePublished', 'dateModified', 'dateCreated', 'datePosted', 'uploadDate'] as const
const oneDay = 24 * 60 * 60 * 1000

const businesses = new Set([...localBusinesses, ...organizations])

/** Finds expired jobs and events, ratings that a business gives itself, and dates in the future. */
export function readItemNotes(
  described: readonly FoundObject[],
  byId: ObjectsById,
  page: { url: string; answeredAt: string | null; siteName: string | null },
): ItemNoteFacts {
  const expired = cutList<ItemNoteFacts['expired']['items'][number]>()
  const selfServing = cutList<NotedItem>()
  const future = cutList<NonNullable<ItemNoteFacts['future']>['items'][number]>()
  const names = new Set([page.siteName, ...described.map((top) => (isOf(top, ['WebSite']) ? nameOf(top, byId) : null))])
  for (const top of described) {
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
      const end = past('endDate')
      const start = hasValueAt(object, ['endDate'], byId) ? null : pastStart(top, byId, page.answeredAt)
      if (end !== null) expired.add(() => ({ type: 'event', name, date: end, at }))
      else if (start !== null) expired.add(() => ({ type: 'event', name, date: start, started: true, at }))
    }
    for (const property of typeNames(top).isSchemaOrg ? dates : []) {
      const date = textOf(object, [property], byId)
      if (date !== null && isFuture(date, page.answeredAt))
        future.add(() => ({ name, property, date: clip(date.trim(), 40), at }))
    }
    const isRated = ['aggregateRating', 'review'].some((property) => hasValueAt(object, [property], byId))
    const isBusiness = typeNames(top).isSchemaOrg && typeNames(top).types.some((type) => businesses.has(type))
    if (isRated && isBusiness && (isHomeOf(top, page.url, byId) || (name !== null && names.has(name))))
      selfServing.add(() => ({ name, at }))
  }
  return { expired: plain(expired), selfServing: plain(selfServing), future: plain(future) }
}

/** An event without an end is over the day after its start, unless it repeats or has parts with their own dates. */
function pastStart({ object }: FoundObject, byId: ObjectsById, answeredAt: string | null): string | null {
  const isLonger = ['eventSchedule', 'subEvent', 'subEvents'].some((property) => hasValueAt(object, [property], byId))
  const date = textOf(object, ['startDate'], byId)
  const aDayAgo = answeredAt === null ? null : new Date(Date.parse(answeredAt) - oneDay).toISOString()
  return date !== null &&
    !isLonger &&
    !isOfType(object, ['EventSeries', 'Festival', 'ExhibitionEvent']) &&
    isPast(date, aDayAgo)
    ? clip(date.trim(), 40)
    : null
}

/** True if a date is more than a day after the response: days begin earlier elsewhere. */
function isFuture(date: string, answeredAt: string | null): boolean {
  const at = readDate(date)
  return at !== null && answeredAt !== null && at > Date.parse(answeredAt) + oneDay
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
