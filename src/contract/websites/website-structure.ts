import * as z from 'zod'
import { indexabilities } from '../reports/indexability.ts'
import { Count, Id } from '../values.ts'

export const structureTables = ['redirects', 'canonicals', 'hreflang', 'pagination'] as const
export type StructureTable = (typeof structureTables)[number]

/** The most rows of a table in a response. Exports have all of them. */
export const maxStructureRows = 500
/** The most pages of a row in a response. */
export const maxPagesOfRow = 100
/** Safety limit: further pages of a website are not read. */
export const maxStructurePages = 20_000

/** `report_id` is null for a URL that was not analysed. Its status can still be known. */
const StructureUrl = z
  .object({ url: z.string(), report_id: Id.nullable(), status: z.int().nullable() })
  .meta({ id: 'StructureUrl' })
export type StructureUrl = z.infer<typeof StructureUrl>

export const RedirectRow = z
  .object({
    url: z.string(),
    report_id: Id,
    statuses: z.string(),
    target: z.string(),
    target_status: z.int().nullable(),
    inlinks: Count.nullable(),
  })
  .meta({ id: 'RedirectRow', description: 'A URL that redirects. `statuses` are those of its hops: "301, 302".' })
export type RedirectRow = z.infer<typeof RedirectRow>

export const CanonicalRow = z
  .object({
    canonical: z.string(),
    report_id: Id.nullable(),
    status: z.int().nullable(),
    indexability: z.enum(indexabilities).nullable(),
    pages: Count,
    members: z.array(StructureUrl),
  })
  .meta({
    id: 'CanonicalRow',
    description:
      'A URL that other pages name as their canonical URL, with its own status and state, and these pages. The URL itself is one of them if it names itself.',
  })
export type CanonicalRow = z.infer<typeof CanonicalRow>

export const hreflangGaps = [
  'invalid_code',
  'status',
  'redirects',
  'other_canonical',
  'no_return',
  'not_indexable',
] as const
export type HreflangGapKind = (typeof hreflangGaps)[number]

export const HreflangGap = z
  .object({
    from: z.string(),
    codes: z.array(z.string()),
    to: z.string(),
    gap: z.enum(hreflangGaps),
    detail: z.string().nullable(),
  })
  .meta({
    id: 'HreflangGap',
    description:
      'The hreflang links of a page to another with the same fault. `detail` is the status, the canonical URL, or the reason why the code is invalid.',
  })
export type HreflangGap = z.infer<typeof HreflangGap>

export const HreflangSet = z
  .object({
    pages: Count,
    gaps_count: Count,
    members: z.array(StructureUrl.extend({ codes: z.array(z.string()) }).meta({ id: 'HreflangMember' })),
    gaps: z.array(HreflangGap),
  })
  .meta({ id: 'HreflangSet', description: 'Pages that hreflang links connect. `codes` are those that name the page.' })
export type HreflangSet = z.infer<typeof HreflangSet>

export const PageSeries = z
  .object({
    first: z.string(),
    pages: Count,
    members: z.array(
      StructureUrl.extend({ number: z.int(), canonical: z.string().nullable() }).meta({ id: 'PageOfSeries' }),
    ),
  })
  .meta({
    id: 'PageSeries',
    description:
      'The pages of a list by their numbers in the URL. `canonical` is null for a page that names itself, or none.',
  })
export type PageSeries = z.infer<typeof PageSeries>

const tableOf = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), total: Count })

export const StructureTables = z
  .object({
    redirects: tableOf(RedirectRow),
    canonicals: tableOf(CanonicalRow),
    hreflang: tableOf(HreflangSet),
    pagination: tableOf(PageSeries),
    whole: z.boolean(),
  })
  .meta({
    id: 'StructureTables',
    description: `How the pages of a website refer to each other, by their latest reports. Each table has at most ${maxStructureRows} of its \`total\` rows, each row at most ${maxPagesOfRow} of its pages. \`whole\` is false if the website has more than the ${maxStructurePages} pages that are read, or too many hreflang links.`,
  })
export type StructureTables = z.infer<typeof StructureTables>

/** The faults of hreflang links in words, in tables and exports. */
export const hreflangGapLabels = {
  invalid_code: 'Invalid code',
  status: 'Page not available',
  redirects: 'Page redirects',
  other_canonical: 'Page names another canonical URL',
  no_return: 'No return link',
  not_indexable: 'Google can’t index the page',
} satisfies Record<HreflangGapKind, string>
