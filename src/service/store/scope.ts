/** What a reader may see; every list and every single row is read through one. */
export type Scope = { kind: 'all' } | { kind: 'website'; websiteId: number } | { kind: 'none' }

/** The one website to look at, or null when the scope and the wish exclude each other. Undefined: all of them. */
export function websiteWithin(scope: Scope, wanted: number | null): number | null | undefined {
  if (scope.kind === 'none') return null
  if (scope.kind === 'all') return wanted ?? undefined
  return wanted === null || wanted === scope.websiteId ? scope.websiteId : null
}
