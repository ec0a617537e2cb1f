import * as z from 'zod/mini'
import { pageSizes } from '../list-query.ts'
import { named } from './naming.ts'
import { Count, Id, PageNumber } from './values.ts'

const address = z.url()
const relation = z.enum(['eq', 'gte'])

const Links = named(
  'ListLinks',
  z.strictObject({ first: address, last: z.nullable(address), prev: z.nullable(address), next: z.nullable(address) }),
  'Absolute, with every other parameter as it was sent.',
)

const Meta = named(
  'ListMeta',
  z.strictObject({
    current_page: PageNumber,
    from: z.nullable(z.int().check(z.gte(1))),
    last_page: z.nullable(PageNumber),
    path: address,
    per_page: z.union(
      pageSizes.map((size) => z.literal(size)) as unknown as [z.ZodMiniLiteral<(typeof pageSizes)[number]>],
    ),
    to: z.nullable(z.int().check(z.gte(1))),
    total: Count,
    total_relation: relation,
    newer: z.optional(Count),
    newer_relation: z.optional(relation),
  }),
  'A page past the end has no `from` and `to`. `total_relation` is `gte` for a search that matches more than `total` rows: it has no last page, and `links.next` goes on.',
)

export const listOf = <T extends z.ZodMiniType>(id: string, row: T) =>
  named(
    id,
    z.strictObject({
      data: z.array(row).check(z.maxLength(Math.max(...pageSizes))),
      links: Links,
      meta: Meta,
      status: z.literal(200),
    }),
  )

export const itemOf = <T extends z.ZodMiniType, Status extends 200 | 201>(id: string, item: T, status: Status) =>
  named(id, z.strictObject({ data: item, status: z.literal(status) }))

/** A list that is told whole. */
export const allOf = <T extends z.ZodMiniType>(id: string, row: T) =>
  named(id, z.strictObject({ data: z.array(row), status: z.literal(200) }))

export const deletionOf = (id: string, object: 'report' | 'website' | 'view' | 'link') =>
  named(id, z.strictObject({ id: Id, object: z.literal(object), deleted: z.literal(true), status: z.literal(200) }))

export const Done = named('Done', z.strictObject({ status: z.literal(200) }))
