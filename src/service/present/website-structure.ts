import type { WebsiteStructure } from '#analyser/website-structure.ts'
import type { CsvCell } from '#contract/format/csv.ts'
import type { ExportColumns } from '#contract/lists/exports.ts'
import {
  hreflangGapLabels,
  type HreflangSet,
  maxPagesOfRow,
  maxStructureRows,
  type StructureTable,
  type StructureTables,
} from '#contract/websites/website-structure.ts'

/** Returns the tables of a response, with the first of their rows and of the pages of each row. */
export function presentStructure(structure: WebsiteStructure, whole: boolean): StructureTables {
  const { redirects, canonicals, hreflang, pagination } = structure
  const cut = <Row>(rows: readonly Row[], present: (row: Row) => Row) => ({
    rows: rows.slice(0, maxStructureRows).map(present),
    total: rows.length,
  })
  const withMembers = <Row extends { members: readonly unknown[] }>(row: Row) => ({
    ...row,
    members: row.members.slice(0, maxPagesOfRow),
  })
  return {
    redirects: cut(redirects, (row) => row),
    canonicals: cut(canonicals, withMembers),
    hreflang: cut(hreflang, (row) => ({ ...withMembers(row), gaps: row.gaps.slice(0, maxPagesOfRow) })),
    pagination: cut(pagination, withMembers),
    whole,
  }
}

type Line = readonly CsvCell[]

const headings: Record<StructureTable, readonly string[]> = {
  redirects: ['URL', 'Status', 'Redirects to', 'Status of target', 'Inlinks'],
  canonicals: ['Canonical', 'Status of canonical', 'URL', 'Status'],
  hreflang: ['Set', 'URL', 'Status', 'Hreflang', 'Missing', 'Code', 'Version', 'Detail'],
  pagination: ['First page', 'Page', 'URL', 'Status', 'Canonical'],
}

export const structureColumns = (table: StructureTable): ExportColumns<Line> =>
  headings[table].map((heading, at) => [heading, (line: Line) => line[at] ?? null] as const)

/** Yields the lines of a whole table, those of each row together. */
export function* structureLines(
  { redirects, canonicals, hreflang, pagination }: WebsiteStructure,
  table: StructureTable,
): Generator<Line[], void> {
  if (table === 'redirects')
    for (const { url, statuses, target, target_status, inlinks } of redirects)
      yield [[url, statuses, target, target_status, inlinks]]
  if (table === 'canonicals')
    for (const { canonical, status, members } of canonicals)
      yield members.map((member) => [canonical, status, member.url, member.status])
  if (table === 'hreflang') for (const [at, set] of hreflang.entries()) yield linesOfSet(set, at + 1)
  if (table === 'pagination')
    for (const { first, members } of pagination)
      yield members.map(({ number, url, status, canonical }) => [first, number, url, status, canonical])
}

/** Returns a line for each gap of a page, and one for a page without. */
function linesOfSet({ members, gaps }: HreflangSet, number: number): Line[] {
  const byPage = Map.groupBy(gaps, ({ from }) => from)
  return members.flatMap(({ url, status, codes }) => {
    const page = [number, url, status, codes.join(', ')]
    const missing = byPage.get(url) ?? []
    if (missing.length === 0) return [page]
    return missing.map(({ gap, codes: of, to, detail }) => [...page, hreflangGapLabels[gap], of.join(', '), to, detail])
  })
}
