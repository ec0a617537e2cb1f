import { isSchemaType, similarSchemaType } from '../rich-results/schema-types.ts'
import { events } from '../rich-results/subtypes.ts'
import type { FoundObject } from './entities.ts'
import {
  asList,
  isObject,
  isReference,
  objectOf,
  type ObjectsById,
  type SchemaObject,
  textOf,
  typesOf,
  valuesOf,
} from './schema-objects.ts'
import { occursIn, withAsciiDigits } from './shown-numbers.ts'
import { clip, collapse, type Cut } from './text.ts'
import { faultOfForm, propertiesWithForm } from './value-forms.ts'
import type { Ordinal } from './walk.ts'

/** A type or value of structured data that schema.org does not define or that cannot be true. */
export type SchemaFault = {
  /** “Offer.availability”, or “@type” */
  property: string
  value: string
  should: string
  /** The name of the described object. */
  name: string | null
  at: Ordinal
}

/** A rating or price of structured data, and whether the visible text has it. */
export type SchemaClaim = { property: 'ratingValue' | 'price'; value: string; visible: boolean; at: Ordinal }

export type SchemaFaultFacts = { faults: Cut<SchemaFault>; claims: Cut<SchemaClaim> }

const maxFaults = 20
const maxClaims = 10
/** Safety limit: objects can be nested and repeated without end. */
const maxObjects = 5000

/** Members of schema.org's enumerations that Google's rich results use, and Google's own for employmentType. */
const enumerations: Record<string, string[]> = {
  availability:
    'InStock OutOfStock PreOrder BackOrder SoldOut LimitedAvailability InStoreOnly OnlineOnly Discontinued PreSale MadeToOrder Reserved'.split(
      ' ',
    ),
  itemCondition: 'NewCondition UsedCondition RefurbishedCondition DamagedCondition'.split(' '),
  eventStatus: 'EventScheduled EventCancelled EventPostponed EventRescheduled EventMovedOnline'.split(' '),
  eventAttendanceMode: 'OfflineEventAttendanceMode OnlineEventAttendanceMode MixedEventAttendanceMode'.split(' '),
  employmentType: 'FULL_TIME PART_TIME CONTRACTOR TEMPORARY INTERN VOLUNTEER PER_DIEM OTHER'.split(' '),
}
/** Types of schema.org that define the format of a value. */
const dataTypes = new Set(
  'Boolean CssSelectorType DataType Date DateTime Float Integer Number PronounceableText Text Time URL XPathType'.split(
    ' ',
  ),
)
const gtins = ['gtin', 'gtin8', 'gtin12', 'gtin13', 'gtin14']

type Visited = { object: SchemaObject; found: FoundObject; name: string | null; isVariant: boolean }

/** Looks for faults and claims in all objects, nested ones included. `page` is the visible text. */
export function readSchemaFaults(
  tops: readonly FoundObject[],
  byId: ObjectsById,
  answeredAt: string | null,
  page: () => string,
): SchemaFaultFacts {
  const faults: Cut<SchemaFault> = { items: [], total: 0 }
  const claims: Cut<Omit<SchemaClaim, 'visible'>> = { items: [], total: 0 }
  const add = ({ found, name }: Visited, property: string, value: string, should: string) => {
    if (faults.total++ < maxFaults)
      faults.items.push({ property, value: clip(collapse(value.slice(0, 200)), 60), should, name, at: found.at })
  }
  const claim = ({ found, isVariant }: Visited, property: SchemaClaim['property'], value: unknown) => {
    if (isVariant || (typeof value !== 'string' && typeof value !== 'number')) return
    if (claims.total++ < maxClaims)
      claims.items.push({ property, value: String(value).slice(0, 30).trim(), at: found.at })
  }

  for (const object of objectsIn(tops, byId)) {
    const types = readTypes(object, (type, should) => add(object, '@type', type, should))
    const [type = 'Thing'] = types
    for (const [property, members] of Object.entries(enumerations))
      for (const value of valuesOf(object.object, property, byId)) {
        const should = faultOfMember(value, members)
        if (should !== null) add(object, `${type}.${property}`, nameOfMember(value), should)
      }
    for (const property of gtins)
      for (const value of valuesOf(object.object, property, byId)) {
        const should = typeof value === 'string' || typeof value === 'number' ? faultOfGtin(String(value)) : null
        if (should !== null) add(object, `${type}.${property}`, String(value), should)
      }
    if (types.length > 0 || object.found.vocabulary === 'schema.org')
      for (const property of propertiesWithForm)
        for (const value of valuesOf(object.object, property, byId)) {
          const should = faultOfForm(property, value)
          if (should !== null) add(object, types[0] ? `${type}.${property}` : property, String(value), should)
        }
    for (const value of valuesOf(object.object, 'priceValidUntil', byId))
      if (typeof value === 'string' && isPast(value, answeredAt))
        add(object, `${type}.priceValidUntil`, value, 'a date in the future; Google may not show an expired price')
    if (types.some((name) => events.includes(name)))
      for (const value of valuesOf(object.object, 'location', byId))
        if (typeof value === 'string')
          add(
            object,
            `${type}.location`,
            value,
            /^https?:/i.test(value) ? 'a VirtualLocation with this URL' : 'a Place with an address, not text',
          )
    if (types.includes('AggregateRating')) claim(object, 'ratingValue', valuesOf(object.object, 'ratingValue', byId)[0])
    if (types.includes('Offer')) claim(object, 'price', valuesOf(object.object, 'price', byId)[0])
    if (types.includes('AggregateOffer')) claim(object, 'price', valuesOf(object.object, 'lowPrice', byId)[0])
  }
  const text = claims.items.length > 0 ? withAsciiDigits(page()) : ''
  return {
    faults,
    claims: {
      total: claims.total,
      items: claims.items.map((claim) => ({ ...claim, visible: occursIn(text, claim.value, claim.property) })),
    },
  }
}

/**
 * Yields the objects in document order, each once, with those of other vocabularies left out. A context defines terms
 * and describes nothing.
 */
function* objectsIn(tops: readonly FoundObject[], byId: ObjectsById): Generator<Visited> {
  const seen = new Set<SchemaObject>()
  const stack: Visited[] = tops
    .map((found) => ({ object: found.object, found, name: objectNameOf(found.object, byId), isVariant: false }))
    .toReversed()
  while (stack.length > 0 && seen.size < maxObjects) {
    const one = stack.pop()
    if (!one || seen.has(one.object)) continue
    seen.add(one.object)
    yield one
    const inside: Visited[] = []
    for (const [property, value] of Object.entries(one.object))
      for (const part of property === '@context' ? [] : asList(value))
        if (isObject(part))
          inside.push({
            ...one,
            object: isReference(part) ? part : objectOf(part, byId),
            isVariant: one.isVariant || property === 'hasVariant',
          })
    stack.push(...inside.slice(0, 1000).toReversed())
  }
}

const objectNameOf = (object: SchemaObject, byId: ObjectsById) => {
  const name = textOf(object, ['name', 'headline', 'title'], byId)
  return name === null ? null : clip(collapse(name.slice(0, 500)), 60)
}

/** Returns the types that are names of schema.org, and reports those that it does not have. */
function readTypes({ object, found }: Visited, report: (type: string, should: string) => void): string[] {
  return typesOf(object).flatMap(({ name, prefixed }) => {
    if ((!prefixed && found.vocabulary !== 'schema.org') || /[:/]/.test(name)) return []
    if (isSchemaType(name)) return [name]
    if (dataTypes.has(name)) return []
    const similar = similarSchemaType(name)
    report(name, similar === null ? 'a type of schema.org' : similar)
    return []
  })
}

/** Returns a value without the prefix of schema.org. A reference is read by its @id. */
function nameOfMember(value: unknown): string {
  const text = isObject(value) ? value['@id'] : value
  return typeof text === 'string'
    ? text
        .slice(0, 200)
        .trim()
        .replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, '')
    : ''
}

function faultOfMember(value: unknown, members: string[]): string | null {
  const name = nameOfMember(value)
  if (name === '' || members.includes(name)) return null
  const plain = name.toLowerCase().replace(/[^a-z]/g, '')
  const meant = members.find((member) => {
    const known = member.toLowerCase().replace(/[^a-z]/g, '')
    return known === plain || known === `${plain}condition` || known === `event${plain}`
  })
  return meant ?? `one of ${members.slice(0, 3).join(', ')} and so on`
}

/** A GS1 Digital Link contains the GTIN behind its application identifier, 01. */
const digitalLink = /^\s{0,9}https?:\/\/[^\s?#]{1,300}\/(?:01|gtin)\/(\d{8,14})(?:[/?#]|\s{0,9}$)/i

/** GTINs have 8, 12, 13 or 14 digits, the last of which is a check digit (GS1 General Specifications). */
function faultOfGtin(value: string): string | null {
  const digits = (digitalLink.exec(value.slice(0, 500))?.[1] ?? value.slice(0, 50)).replace(/[\s-]/g, '')
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return 'a GTIN of 8, 12, 13 or 14 digits'
  const sum = [...digits].toReversed().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0 ? null : 'a GTIN whose last digit checks the others'
}

/** True if a date is before the response. A day without a time ends at midnight. */
export function isPast(value: string, answeredAt: string | null): boolean {
  const text = value.slice(0, 40).trim()
  if (answeredAt === null || !/^\d{4}-\d{2}-\d{2}/.test(text)) return false
  const until = Date.parse(text)
  return until + (text.length === 10 ? 24 * 60 * 60 * 1000 : 0) < Date.parse(answeredAt)
}
