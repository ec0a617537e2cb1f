import {
  count,
  defineCheck,
  fail,
  type LocatedEvidence,
  googleDocs,
  info,
  notApplicable,
  pass,
  warn,
} from '../define-check.ts'
import type { Entity } from '../facts/entities.ts'
import type { SchemaFault } from '../facts/schema-faults.ts'
import { type FeatureMatch, matchFeatures } from '../rich-results/match.ts'

export const texts = {
  lacking: (lacking: number, items: string) =>
    `${lacking} of ${items} ${lacking === 1 ? 'is' : 'are'} missing required properties`,
  incomplete: (incomplete: number, items: string) =>
    `All required properties are present. ${incomplete} of ${items} could add recommended ones`,
}

export const jsonldRequired = defineCheck({
  id: 'jsonld-required',
  name: 'Rich result properties',
  aliases: ['schema', 'schema markup', 'structured data', 'rich snippets', 'required properties'],
  titlePass: 'Structured data has every required property',
  titleFail: 'Structured data is missing required properties',
  why: 'Google only shows a rich result if every required property is there. Recommended ones improve it.',
  how: 'Add the missing properties, using values that are visible on the page. If you don’t have real values, remove the type.',
  action: 'Complete the data that search engines need for rich results',
  effort: 'hours',
  thresholds:
    'Warning: an invalid value, a type or enumeration member that schema.org doesn’t have, a wrong GTIN check digit, an expired price, an event location given as text, or no @context. Fail: a required property is missing. Info: a recommended property is missing. Not applicable: no type with a Google rich result. Covers JSON-LD, microdata and RDFa. Merchant-listing requirements count as recommended, because we can’t tell whether a page is a shop.',
  reference: googleDocs('Supported structured data', 'appearance/structured-data/search-gallery'),
  grade: 'required',
  deduction:
    '30% for each required property that is missing or has an invalid value, 10% for each other invalid value.',
  needs: ['entities', 'structured', 'schemaFaults'],
  run({ entities, structured: { broken }, schemaFaults }) {
    const matched = entities.items.flatMap((entity): MatchedEntity[] => {
      const found = matchFeatures(entity)
      return found ? [{ ...found, entity }] : []
    })
    const { faults } = schemaFaults
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
    const unusable = invalid.reduce((sum, { entity }) => sum + Math.max(1, entity.odd.length), 0) + faults.total
    const required = value + invalid.reduce((sum, one) => sum + countRequiredInvalid(one), 0)
    const extent = Math.min(1, 0.3 * required + 0.1 * (value + unusable - required))
    const evidence = [
      ...lacking.map((one) =>
        entityEvidence(one, `${one.missingRequired.join('; ')} missing, required for ${one.features.join(' and ')}`),
      ),
      ...invalid.flatMap((one) => describeInvalidValues(one.entity).map((note) => entityEvidence(one, note))),
      ...faults.items.map((fault): LocatedEvidence => ({ at: fault.at, note: describeFault(fault) })),
      ...incomplete.map((one) =>
        entityEvidence(one, `${one.missingRecommended.join('; ')} recommended for ${one.features.join(' and ')}`),
      ),
    ]
    if (lacking.length > 0)
      return fail({
        extent,
        value,
        evidence,
        title: texts.lacking(lacking.length, of),
      })
    if (unusable > 0)
      return warn({
        extent,
        value: unusable,
        evidence,
        title: `Structured data has ${count(unusable, 'invalid value')}`,
      })
    if (incomplete.length > 0)
      return info(texts.incomplete(incomplete.length, of), {
        value,
        evidence,
      })
    return pass({ value, title: `${count(matched.length, 'structured data item')} with every required property` })
  },
})

const describeFault = ({ property, value, should, name }: SchemaFault) =>
  `${name === null ? '' : `“${name}”: `}${property} is “${value}”, and should be ${should}.`

type MatchedEntity = FeatureMatch & { entity: Entity }

const entityEvidence = ({ entity: { types, name, at } }: MatchedEntity, note: string): LocatedEvidence => ({
  at,
  note: `${types.slice(0, 3).join(', ')}${name === null ? '' : ` “${name}”`}: ${note}.`,
})

/** Without schema.org as its context, all properties of an entity are ignored: that counts like a required one. */
const countRequiredInvalid = ({ entity, required }: MatchedEntity) =>
  entity.vocabulary === 'none'
    ? Math.max(1, entity.odd.length)
    : entity.odd.filter(({ property }) => required.has(property)).length

function describeInvalidValues({ odd, vocabulary }: Entity): string[] {
  const notes = odd.map(({ property, value, should }) => `${property} is “${value}”, and should be ${should}`)
  return vocabulary === 'none' ? ['no schema.org @context, so the properties are ignored', ...notes] : notes
}
