import { count, defineCheck, fail, type Finding, googleDocs, info, notApplicable, pass, warn } from '../define-check.ts'
import type { Entity } from '../facts/entities.ts'
import { type Judged, judgeEntity } from '../rich-results/match.ts'

export const jsonldRequired = defineCheck({
  id: 'jsonld-required',
  name: 'Rich result properties',
  aliases: ['schema', 'schema markup', 'structured data', 'rich snippets', 'required properties'],
  titlePass: 'The structured data has all that Google asks for',
  titleFail: 'Structured data lacks properties that Google requires',
  why: 'Google shows a rich result only where all properties that its type requires are there. Recommended ones make it better.',
  how: 'Add the missing properties with values that are also visible on the page. Leave out a type altogether rather than fill it with made-up values.',
  thresholds:
    'Judged are types for which Google documents a rich result, in JSON-LD, microdata and RDFa. A missing required property fails, a value that cannot be understood or a missing @context warns, a missing recommended one is noted. What only merchant listings require is advice, for a page does not say whether it is a shop.',
  reference: googleDocs('Supported structured data', 'appearance/structured-data/search-gallery'),
  grade: 'required',
  deduction: '30% for each missing required property and each unusable value.',
  needs: ['entities', 'structured'],
  run({ entities, structured: { broken } }) {
    const judged = entities.items.flatMap((entity): JudgedEntity[] => {
      const found = judgeEntity(entity)
      return found ? [{ ...found, entity }] : []
    })
    if (judged.length === 0)
      return notApplicable(
        entities.total === 0 && broken.total > 0
          ? 'The page’s structured data can’t be read'
          : 'The page has no structured data of a type with rich results',
      )
    const of =
      entities.total > entities.items.length
        ? `the first ${count(judged.length, 'thing')}`
        : count(judged.length, 'thing')

    const lacking = judged.filter(({ missingRequired }) => missingRequired.length > 0)
    const invalid = judged.filter(({ entity }) => entity.odd.length > 0 || entity.vocabulary === 'none')
    const incomplete = judged.filter(({ missingRecommended }) => missingRecommended.length > 0)
    const value = lacking.reduce((sum, { missingRequired }) => sum + missingRequired.length, 0)
    const unusable = invalid.reduce((sum, { entity }) => sum + Math.max(1, entity.odd.length), 0)
    const extent = Math.min(1, 0.3 * (value + unusable))
    const evidence = [
      ...lacking.map((one) =>
        finding(one, `${one.missingRequired.join('; ')} missing, required for ${one.features.join(' and ')}`),
      ),
      ...invalid.flatMap((one) => describeInvalidValues(one.entity).map((note) => finding(one, note))),
      ...incomplete.map((one) =>
        finding(one, `${one.missingRecommended.join('; ')} recommended for ${one.features.join(' and ')}`),
      ),
    ]
    if (lacking.length > 0)
      return fail({
        extent,
        value,
        evidence,
        title: `Of ${of} described by structured data, ${lacking.length} ${lacking.length === 1 ? 'lacks' : 'lack'} required properties`,
      })
    if (invalid.length > 0)
      return warn({
        extent,
        value,
        evidence,
        title: `Of ${of} described by structured data, ${invalid.length} ${invalid.length === 1 ? 'has' : 'have'} values that cannot be understood`,
      })
    if (incomplete.length > 0)
      return info(`Structured data has all required properties; of ${of}, ${incomplete.length} could have more`, {
        value,
        evidence,
      })
    return pass({ value, title: `The structured data has all that Google asks for: ${of}` })
  },
})

type JudgedEntity = Judged & { entity: Entity }

const finding = ({ entity: { types, name, at } }: JudgedEntity, note: string): Finding => ({
  at,
  note: `${types.slice(0, 3).join(', ')}${name === null ? '' : ` “${name}”`}: ${note}.`,
})

function describeInvalidValues({ odd, vocabulary }: Entity): string[] {
  const notes = odd.map(({ property, value, should }) => `${property} is “${value}”, and should be ${should}`)
  return vocabulary === 'none'
    ? ['without an @context that names schema.org, its properties have no meaning', ...notes]
    : notes
}
