import { defineCheck, googleDocs, info, notApplicable, pass } from '../define-check.ts'
import { retiredOf } from '../rich-results/match.ts'

export const retiredTypes = defineCheck({
  id: 'retired-types',
  name: 'Retired rich results',
  aliases: ['FAQ', 'HowTo', 'deprecated schema', 'schema'],
  titlePass: 'No structured data is made for a rich result that Google has retired',
  titleFail: 'Structured data is made for rich results that Google has retired',
  why: 'Google shows nothing any more for these types. They do no harm, and other readers may still use them.',
  how: 'Do not spend work on them for the sake of Google. What is there may stay as long as it is true.',
  thresholds:
    'Shown only. Retired are the types of which Google said so: how-to (2023), sitelinks search box (2024), book actions, course info, claim review, estimated salary, learning video, special announcement, vehicle listing (2025), practice problem and FAQ (2026).',
  reference: googleDocs('Supported structured data', 'appearance/structured-data/search-gallery'),
  grade: 'recommended',
  needs: ['entities', 'structured'],
  run({ entities: { items, total }, structured: { broken } }) {
    if (total === 0)
      return notApplicable(
        broken.total > 0 ? 'The page’s structured data can’t be read' : 'The page has no structured data',
      )
    const found = items.flatMap((entity) => retiredOf(entity).map((feature) => ({ entity, feature })))
    if (found.length === 0) return pass({ value: 0 })
    const names = [...new Set(found.map(({ feature }) => feature.name))]
    return info(`Structured data is made for rich results that Google has retired: ${names.join(', ')}`, {
      value: names.join(', '),
      evidence: found.map(({ entity: { types, at }, feature }) => ({
        at,
        note: `${types.slice(0, 3).join(', ')}: ${feature.name} is retired, ${feature.since}. See ${feature.source}`,
      })),
    })
  },
})
