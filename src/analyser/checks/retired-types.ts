import { defineCheck, googleDocs, info, notApplicable, pass } from '../define-check.ts'
import { retiredOf } from '../rich-results/match.ts'

export const retiredTypes = defineCheck({
  id: 'retired-types',
  name: 'Retired rich results',
  aliases: ['FAQ', 'HowTo', 'deprecated schema', 'schema'],
  titlePass: 'No structured data for retired rich results',
  titleFail: 'Some structured data is for retired rich results',
  why: 'Google no longer shows rich results for these types. They do no harm, and other services may still use them.',
  how: 'Don’t spend time on these for Google. You can leave them in place if they’re accurate.',
  thresholds:
    'Info only. Retired by Google: how-to (2023), sitelinks search box (2024), book actions, course info, claim review, estimated salary, learning video, special announcement, vehicle listing (2025), practice problem and FAQ (2026).',
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
    return info(`Some structured data is for retired rich results: ${names.join(', ')}`, {
      value: names.join(', '),
      evidence: found.map(({ entity: { types, at }, feature }) => ({
        at,
        note: `${types.slice(0, 3).join(', ')}: Google retired ${feature.name} (${feature.since}). See ${feature.source}`,
      })),
    })
  },
})
