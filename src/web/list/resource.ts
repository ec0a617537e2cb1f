import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ZodType } from 'zod'
import type { ExportColumns } from '#contract/lists/exports.ts'
import type { SortDirection, PageSize } from '#contract/lists/list-query.ts'
import type { QueryParams } from '#contract/lists/query-params.ts'
import type { PageOfList } from '#contract/responses/envelope.ts'
import type { ListTableProps } from '#web/ui/list-table.tsx'

/** A list's name. The rows of `pages` are the latest reports of a website's pages. */
export type ResourceName = 'reports' | 'websites' | 'pages'

/** The items behind the rows of a list. */
export const itemsOf = (list: ResourceName) => (list === 'pages' ? 'reports' : list)
export type Row = { id: number }

/** The parameters that every list has. */
export type ListQuery = { search: string; sort_by: string; sort: SortDirection; per_page: PageSize; page: number }

export type PageOptions<R extends Row, Q> = UseQueryOptions<PageOfList<R>, Error, PageOfList<R>, (string | Q)[]>

/** The names of a list's filters among its parameters. */
export type FilterName<Q> = keyof Q & string

/** The configuration of the shared list for one resource of the API. Everything here is static. */
export type Resource<R extends Row, Q extends ListQuery> = {
  /** The name in the API's paths, unless it is `pages`. */
  name: ResourceName
  row: ZodType<R>
  params: QueryParams<Q>
  /** The parameters that decide which rows are in the list. */
  filters: readonly FilterName<Q>[]
  /** Filters that a wide toolbar shows beside the search box. The others are behind a button, and chips name them. */
  quick?: readonly FilterName<Q>[]
  /** Filters that choose the meaning of a row. They are never cleared with the others. */
  switches?: readonly FilterName<Q>[]
  sorts: readonly Q['sort_by'][]
  /** Filters that other servers don't have. */
  extensions?: readonly FilterName<Q>[]
  /** What is different on other servers. */
  specified?: {
    params: QueryParams<Q>
    sorts: readonly Q['sort_by'][]
    columns?: ListTableProps<R>['columns']
  }
  queries: {
    lists: () => QueryKey
    list: (query: Q) => PageOptions<R, Q>
    /** The list as it first opens, without filters. */
    plainList: () => PageOptions<R, Q>
  }
  /** Parameters beside the query with which a report leads back to the list, if it is not a page of its own. */
  kept?: Readonly<Record<string, string>>
  /** Loads a page of any size, for reading the whole list. */
  fetchPage: (query: Q, signal: AbortSignal) => Promise<PageOfList<R>>
  /** Loads an item that the user is about to open. */
  prefetch: (id: number) => void
  columns: ListTableProps<R>['columns']
  exportColumns: ExportColumns<R>
  words: {
    caption: string
    search: string
    order: Record<Q['sort_by'], Record<SortDirection, string>>
    counted: (total: string) => string
    countedOf: (total: string, all: number) => string
    countUnknown: string
  }
}
