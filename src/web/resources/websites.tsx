import {
  hashKey,
  keepPreviousData,
  type QueryClient,
  type QueryFunctionContext,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import {
  defaultReportQuery,
  defaultWebsiteQuery,
  type WebsiteListQuery,
  type WebsiteSort,
  websiteSorts,
} from '#contract/lists/list-query.ts'
import type { PageOfList } from '#contract/responses/envelope.ts'
import type { AnyWebsite, AnyWebsiteRow } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { currentClient } from '#web/data/current-client.ts'
import { heldRowsKey, queryClient } from '#web/data/query-client.ts'
import { isVisitor, reader } from '#web/data/reader.ts'
import { onOwnService } from '#web/data/service.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { usePages } from './pages.ts'
import { websiteHeaderWords, websiteNameWords as words } from './words.ts'

/** The page for a website ID that does not exist. */
export function WebsiteMissing() {
  return (
    <div className="stack">
      <PageHeader title={websiteHeaderWords.missingTitle} lead={websiteHeaderWords.missingText} />
      <p>
        <Link to={usePages().websites} className={buttonClass({ variant: 'main' })}>
          {websiteHeaderWords.toWebsites}
        </Link>
      </p>
    </div>
  )
}

const isSpecified = (sort: WebsiteSort) => websiteSorts.some((one) => one === sort)

export const websiteQueries = {
  all: () => [reader(), 'websites'] as const,
  lists: () => [...websiteQueries.all(), 'list'] as const,
  details: () => [...websiteQueries.all(), 'detail'] as const,
  list: (query: WebsiteListQuery) =>
    queryOptions({
      queryKey: [...websiteQueries.lists(), query],
      queryFn: async (context) =>
        currentClient().listWebsites(
          await forServer(query, isSpecified(query.sort_by) ? {} : { sort_by: 'id' }, context),
          context.signal,
        ),
      placeholderData: keepPreviousData,
    }),
  /** The list without filters. Its total is the number of all websites. */
  plainList: () => websiteQueries.list(defaultWebsiteQuery),
  detail: (id: number) =>
    queryOptions({
      queryKey: [...websiteQueries.details(), id],
      queryFn: ({ signal }) => currentClient().showWebsite(id, signal),
    }),
}

/**
 * Returns the query of a list as the server can read it: with `specified` instead of what only our own service has, or
 * with the IDs on screen if the list is loaded again, of which our own service names those that are deleted.
 */
export async function forServer<Query extends object>(
  query: Query,
  specified: Partial<Query>,
  { client, queryKey }: QueryFunctionContext,
): Promise<Query & { shown?: number[] }> {
  if (isVisitor()) return query
  const held = client.getQueryData<{ id: number }[]>(heldRowsKey(hashKey(queryKey)))
  const rows = held ?? client.getQueryData<PageOfList<{ id: number }>>(queryKey)?.rows ?? []
  const onAnyServer = { ...query, ...specified }
  // The first load of a list that every server reads alike needn't wait for what the server is.
  if (rows.length === 0 && hashKey([query]) === hashKey([onAnyServer])) return query
  if (!(await onOwnService())) return onAnyServer
  return rows.length > 0 ? { ...query, shown: rows.map(({ id }) => id) } : query
}

/** `full` is used alone and `short` follows the word "Website". They differ when the domain is not known. */
export type WebsiteName = { full: string; short: string }

/** Names a website whose domain is not known by its ID. */
export const nameByNumber = (id: number) => words.numbered(String(id))

/** Returns the display name of a website: its domain, or its ID while the domain is not known. Null without an ID. */
export function useWebsiteName(id: number | null): WebsiteName | null {
  const queries = useQueryClient()
  const { data, error } = useQuery({
    ...websiteQueries.detail(id ?? 0),
    enabled: id !== null,
    placeholderData: () => listed(queries, id),
  })
  if (id === null) return null
  if (data) {
    const domain = unicodeHost(data.domain)
    return { full: domain, short: domain }
  }
  const short = error ? words.notFound(id) : String(id)
  return { full: words.numbered(short), short }
}

/** Finds the website in a cached list, so that its name shows without a request. */
function listed(queries: QueryClient, id: number | null) {
  const lists = queries.getQueriesData<PageOfList<AnyWebsiteRow>>({ queryKey: websiteQueries.lists() })
  const website = lists.flatMap(([, page]) => page?.rows ?? []).find((row) => row.id === id)
  return website && { ...website, other: {}, etag: null }
}

/** Returns a website, loaded if it isn't there yet. */
export const fetchedWebsite = (id: number) => queryClient.ensureQueryData(websiteQueries.detail(id))

/** Returns the ID of the website of a domain, or null. */
export async function websiteIdOf(domain: string, signal?: AbortSignal): Promise<number | null> {
  const query = { ...defaultWebsiteQuery, search: domain, per_page: 100 } as const
  const { rows } = await currentClient().listWebsites(query, signal)
  return rows.find((website) => website.domain === domain)?.id ?? null
}

/** Returns the path of a website: its issues, or its list until it has pages. Other servers have no issues. */
export const websitePath = ({ id, pages_count }: Pick<AnyWebsite, 'id' | 'pages_count'>) =>
  pages_count ? paths.websiteIssues(id) : paths.website(id)

/** Returns the home page of a website with the scheme that its pages have: https, unless all of them have http. */
export async function homePageOf({ id, domain }: { id: number; domain: string }): Promise<string> {
  const url = new URL(`https://${domain}/`)
  const totalOf = async (search: string) =>
    (await currentClient().listReports({ ...defaultReportQuery, website_id: id, search })).total
  try {
    if ((await totalOf(url.href)) === 0 && (await totalOf(`http://${url.host}/`))) url.protocol = 'http:'
  } catch {
    // It can be corrected in the form.
  }
  return url.href
}
