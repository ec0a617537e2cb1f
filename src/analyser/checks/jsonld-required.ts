import {
  count,
  defineCheck,
  fail,
  type LocatedEvidence,
  googleDocs,
  info,
  notApplicable,
  pass,
  unknown,
  warn,
} from '../define-check.ts'
import type { Entity } from '../facts/entities.ts'
import type { ItemNoteFacts } from '../facts/item-notes.ts'
import { invalidBlocks } from '../facts/json-ld.ts'
import { documentTitle } from '../facts/metadata.ts'
import type { SchemaFault } from '../facts/schema-faults.ts'
import type { Cut } from '../facts/text.ts'
import type { Ordinal } from '../facts/walk.ts'
import { type FeatureMatch, hasLaterFeature, matchFeatures } from '../rich-results/match.ts'
import { mostPoints, pointsOfItems } from '../rich-results/price.ts'
import { events } from '../rich-results/subtypes.ts'

export const texts = {
  lacking: (lacking: number, items: string) =>
    `${lacking} of ${items} ${lacking === 1 ? 'is' : 'are'} missing required properties`,
  older: 'This report lacks facts about this type. Run the analysis again.',
  undetermined: 'We couldn’t check the properties for rich results',
  forShops: (feature: string, properties: string, items: string) =>
    `${feature} needs ${properties}, which ${items} lacks`,
  expiredJobs: (jobs: number) => `${count(jobs, 'job')} ${jobs === 1 ? 'has' : 'have'} expired`,
  expired: (date: string) => `it expired on ${date}. Google asks you to remove expired jobs`,
  pastEvents: (events: number) => `${count(events, 'event')} ${events === 1 ? 'is' : 'are'} over`,
  past: (date: string) => `it ended on ${date}, so it gets no rich result`,
  pastStart: (date: string) => `it started on ${date} and names no end, so it’s over and gets no rich result`,
  futureDates: (dates: number) =>
    `${count(dates, 'date')} of structured data ${dates === 1 ? 'is' : 'are'} in the future`,
  future: (property: string, date: string) => `${property} is ${date}, which is still to come`,
  selfServing: 'Google shows no stars for ratings of a business on its own website',
  incomplete: (features: string, incomplete: number, items: string) =>
    `All required properties for ${features} are present. ${incomplete} of ${items} could add recommended ones`,
  complete: (features: string, items: number) =>
    `${count(items, 'structured data item')} with every required property for ${features}`,
}

export const jsonldRequired = defineCheck({
  id: 'jsonld-required',
  name: 'Rich result properties',
  aliases: ['schema', 'schema markup', 'structured data', 'rich snippets', 'required properties'],
  titlePass: 'Structured data has every required property',
  titleFail: 'Structured data is incomplete, invalid or expired',
  faults: {
    lacking: 'Structured data lacks required properties',
    invalid: 'Structured data has invalid values',
    expired: 'Jobs in the structured data have expired',
  },
  why: 'Google only shows a rich result if every required property is there. Recommended ones improve it.',
  how: 'Add the missing properties, using values that are visible on the page. If you don’t have real values, remove the type.',
  action: 'Complete the data that search engines need for rich results',
  effort: 'hours',
  thresholds:
    'Warning: an invalid value, a breadcrumb of one item, a type or enumeration member that schema.org doesn’t have, a wrong GTIN check digit, an expired price or job, an event location given as text, or no @context. Fail: a required property is missing. Info: a recommended property is missing, a merchant listing lacks an image or a currency, an event is over, a date of publication is in the future, or a business rates itself (Google shows no stars for it). Not applicable: no type with a Google rich result. Covers JSON-LD, microdata and RDFa. Merchant listings are for shops, and we can’t tell whether a page is one.',
  reference: googleDocs('Supported structured data', 'appearance/structured-data/search-gallery'),
  grade: 'required',
  deduction:
    '60% for each required property that is missing and 67% for each expired job. 17% for each invalid value, and 8% for each that schema.org doesn’t have. 17% at most for reviews, for breadcrumbs, and for items of other pages, such as similar products.',
  // An invalid price or rating can't be visible.
  supersedes: ['jsonld-visible'],
  needs: ['entities', 'structured', 'schemaFaults', 'metadata', 'headings'],
  uses: ['itemNotes'],
  run({ entities, structured, schemaFaults, itemNotes, metadata, headings }) {
    const hasLater = itemNotes !== undefined
    const matched = entities.items.flatMap((entity): MatchedEntity[] => {
      const found = matchFeatures(entity, { hasLater })
      return found ? [{ ...found, entity }] : []
    })
    if (!hasLater && entities.items.some((entity) => hasLaterFeature(entity) || isDated(entity)))
      return unknown(texts.undetermined, texts.older)
    const broken = invalidBlocks(structured.broken)
    const faults = hasLater ? schemaFaults.faults : withoutDigitalLinks(schemaFaults.faults)
    const jobs = expiredItems(itemNotes, 'job')
    const pastEvents = expiredItems(itemNotes, 'event')
    const selfServing = itemNotes?.selfServing.items ?? []
    const future = itemNotes?.future?.items ?? []
    if (matched.length === 0 && faults.total === 0)
      return notApplicable(
        entities.total === 0 && broken.total > 0
          ? 'The page’s structured data can’t be read'
          : 'The page has no structured data of a type with rich results',
      )
    const of = `${entities.total > entities.items.length ? 'the first ' : ''}${count(matched.length, 'structured data item')}`

    const lacking = matched.filter(({ missingRequired }) => missingRequired.length > 0)
    const invalid = matched.filter(({ entity }) => entity.odd.length > 0 || entity.vocabulary === 'none')
    const incomplete = matched.filter(({ missingRecommended }) => missingRecommended.length > 0)
    const value = lacking.reduce((sum, { missingRequired }) => sum + missingRequired.length, 0)
    const forShops = matched.filter(({ missingForShops }) => missingForShops.length > 0)
    const invalidValues = invalid.reduce((sum, { entity }) => sum + Math.max(1, entity.odd.length), 0) + faults.total
    const unusable = invalidValues + jobs.length
    const h1 = headings.items.find(({ level, hidden }) => level === 1 && !hidden)
    const subjects = [documentTitle(metadata), h1?.text ?? null]
    const points = pointsOfItems(matched, { subjects, faults: faults.total, jobs: jobs.length })
    const extent = points / mostPoints
    const evidence = [
      ...lacking.map((item) =>
        entityEvidence(item, `${item.missingRequired.join('; ')} missing, required for ${item.features.join(' and ')}`),
      ),
      ...invalid.flatMap((item) => describeInvalidValues(item.entity).map((note) => entityEvidence(item, note))),
      ...forShops.flatMap((item) => item.missingForShops.map((gap) => entityEvidence(item, describeGap(gap, item)))),
      ...jobs.map((job) => itemEvidence(job, texts.expired(job.date))),
      ...pastEvents.map((event) =>
        itemEvidence(event, event.started ? texts.pastStart(event.date) : texts.past(event.date)),
      ),
      ...future.map((item) => itemEvidence(item, texts.future(item.property, item.date))),
      ...selfServing.map((review) => itemEvidence(review, texts.selfServing)),
      ...faults.items.map((fault): LocatedEvidence => ({ at: fault.at, note: describeFault(fault) })),
      ...incomplete.map((item) =>
        entityEvidence(item, `${item.missingRecommended.join('; ')} recommended for ${item.features.join(' and ')}`),
      ),
    ]
    if (lacking.length > 0)
      return fail({
        extent,
        value,
        evidence,
        fault: 'lacking',
        title: texts.lacking(lacking.length, of),
      })
    if (unusable > 0)
      return warn({
        extent,
        value: unusable,
        evidence,
        fault: invalidValues > 0 ? 'invalid' : 'expired',
        title:
          invalidValues > 0
            ? `Structured data has ${count(invalidValues, 'invalid value')}`
            : texts.expiredJobs(jobs.length),
      })
    if (pastEvents.length > 0) return info(texts.pastEvents(pastEvents.length), { value, evidence })
    if (future.length > 0) return info(texts.futureDates(future.length), { value, evidence })
    if (selfServing.length > 0) return info(texts.selfServing, { value, evidence })
    if (forShops.length > 0) return info(titleOfGaps(forShops, of), { value, evidence })
    if (incomplete.length > 0)
      return info(texts.incomplete(featuresIn(matched), incomplete.length, of), {
        value,
        evidence,
      })
    return pass({ value, title: texts.complete(featuresIn(matched), matched.length) })
  },
})

const maxFeatures = 3

/** Names the rich results of items: “Product snippet, Merchant listing and Breadcrumb”. */
function featuresIn(matched: readonly FeatureMatch[]): string {
  const names = [...new Set(matched.flatMap(({ features }) => features))]
  const shown = names.length > maxFeatures ? [...names.slice(0, maxFeatures), 'others'] : names
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

const expiredItems = (notes: ItemNoteFacts | undefined, type: 'job' | 'event') =>
  notes?.expired.items.filter((item) => item.type === type) ?? []

/** Jobs and events expire, which older reports don't show. */
const isDated = ({ types, vocabulary }: Entity) =>
  vocabulary !== 'other' && types.some((type) => type === 'JobPosting' || events.includes(type))

/** Older reports list GS1 Digital Links as invalid GTINs. */
function withoutDigitalLinks({ items, total }: Cut<SchemaFault>): Cut<SchemaFault> {
  const kept = items.filter(
    ({ property, value }) => !(/\.gtin\d*$/.test(property) && /^https?:.*\/01\/\d{8,14}/.test(value)),
  )
  return { items: kept, total: total - (items.length - kept.length) }
}

const describeGap = (
  { feature, properties }: FeatureMatch['missingForShops'][number],
  { features, missingRequired }: FeatureMatch,
) => {
  const others = features.filter((name) => name !== feature)
  const rest =
    missingRequired.length > 0 || others.length === 0 ? '' : `; ${others.join(' and ')} has every required property`
  return `${properties.join('; ')} missing, required for ${feature}${rest}`
}

const itemEvidence = ({ at, name }: { at: Ordinal; name: string | null }, note: string): LocatedEvidence => ({
  at,
  note: `${name === null ? 'The item' : `“${name}”`}: ${note}.`,
})

function titleOfGaps(forShops: readonly FeatureMatch[], of: string): string {
  const [first] = forShops.flatMap(({ missingForShops }) => missingForShops)
  return texts.forShops(first?.feature ?? '', first?.properties.join(' and ') ?? '', `${forShops.length} of ${of}`)
}

const describeFault = ({ property, value, should, name }: SchemaFault) =>
  `${name === null ? '' : `“${name}”: `}${property} is “${value}”, and should be ${should}.`

type MatchedEntity = FeatureMatch & { entity: Entity }

const entityEvidence = ({ entity: { types, name, at } }: MatchedEntity, note: string): LocatedEvidence => ({
  at,
  note: `${types.slice(0, 3).join(', ')}${name === null ? '' : ` “${name}”`}: ${note}.`,
})

function describeInvalidValues({ odd, vocabulary }: Entity): string[] {
  const notes = odd.map(({ property, value, should }) => `${property} is “${value}”, and should be ${should}`)
  return vocabulary === 'none' ? ['no schema.org @context, so the properties are ignored', ...notes] : notes
}
