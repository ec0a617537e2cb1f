import type { StoredFacts } from '#analyser/page-facts.ts'
import { judgeEntity, retiredOf } from '#analyser/rich-results/match.ts'
import type { ReportFacts } from '#contract/report-facts.ts'

const itemsShown = 200

/** What structured data describes, held against what Google asks of it now. */
export function presentStructured({ entities }: StoredFacts): ReportFacts['structured'] {
  if (!entities) return null
  const items = entities.items.slice(0, itemsShown).map((entity) => {
    const judged = judgeEntity(entity)
    return {
      type: entity.types.join(', '),
      syntax: entity.source,
      name: entity.name,
      features: judged?.features ?? [],
      missing_required: judged?.missingRequired ?? [],
      missing_recommended: judged?.missingRecommended ?? [],
      retired: retiredOf(entity).length > 0,
    }
  })
  return { items, total: entities.total }
}
