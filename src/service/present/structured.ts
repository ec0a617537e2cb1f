import type { StoredFacts } from '#analyser/page-facts.ts'
import type { ReportFacts } from '#contract/report-facts.ts'

export function presentStructured({ entities }: StoredFacts): ReportFacts['structured'] {
  if (!entities) return null
  const items = entities.items.map(({ types, source }) => ({
    type: types.join(', '),
    syntax: source,
    name: null,
    missing_required: [],
    missing_recommended: [],
    retired: false,
  }))
  return { items, total: entities.total }
}

/** Null where there is no BreadcrumbList with names. */
export const namesOfBreadcrumb = (_facts: StoredFacts): string[] | null => null
