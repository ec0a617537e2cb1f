import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { writeQuery } from '#contract/lists/query-params.ts'
import { readListPage, readRows } from '#contract/responses/envelope.ts'
import { Link, type LinkListQuery, linkListParams, LinkVisit } from '#contract/sharing/links.ts'
import type { Client } from '#web/data/client.ts'
import { currentClient } from '#web/data/current-client.ts'
import { reader } from '#web/data/reader.ts'
import { walkList } from '#web/list/walk-list.ts'

export function listLinks(client: Client, query: LinkListQuery, signal?: AbortSignal) {
  const search = writeQuery(linkListParams, query)
  const path = `/links${search.size > 0 ? `?${search}` : ''}`
  return client.get(path, (body) => readListPage(Link, body), { signal })
}

const activePageSize = 100

export const linkQueries = {
  all: () => [reader(), 'links'] as const,
  list: (query: LinkListQuery) =>
    queryOptions({
      queryKey: [...linkQueries.all(), 'list', query],
      queryFn: ({ signal }) => listLinks(currentClient(), query, signal),
      placeholderData: keepPreviousData,
    }),
  /** The latest visits of a link, newest first. */
  visits: (id: number) =>
    queryOptions({
      queryKey: [...linkQueries.all(), 'visits', id],
      queryFn: ({ signal }) =>
        currentClient().get(`/links/${id}/opens`, (body) => readRows(LinkVisit, body), { signal }),
    }),
  /** The active links to a website, its reports and its lists. `until` is null if one of them never expires. */
  active: (websiteId: number) =>
    queryOptions({
      queryKey: [...linkQueries.all(), 'active', websiteId],
      queryFn: async ({ signal }) => {
        const expiries: (string | null)[] = []
        const fetchPage = (page: number, signal: AbortSignal) =>
          listLinks(currentClient(), { website_id: websiteId, person_id: null, page, per_page: activePageSize }, signal)
        for await (const { rows } of walkList(fetchPage, signal, activePageSize)) {
          const active = rows.filter((link) => link.website_id === websiteId && isActive(link))
          expiries.push(...active.map((link) => link.expires_at))
        }
        return { count: expiries.length, until: expiries.includes(null) ? null : (expiries.toSorted().at(-1) ?? null) }
      },
    }),
}

/** The first share links of a person, of which some may no longer work. */
export const linksOfPerson = (person_id: number) =>
  linkQueries.list({ website_id: null, person_id, page: 1, per_page: activePageSize })

export type LinkState = 'live' | 'snapshot' | 'expired' | 'revoked' | 'target-deleted'

/** Returns a link's content at `now`: the target, a snapshot of it, or the reason for having none. */
export function linkState(
  { mode, revoked_at, expires_at, gone }: Pick<Link, 'mode' | 'revoked_at' | 'expires_at' | 'gone'>,
  now = Date.now(),
): LinkState {
  if (revoked_at !== null) return 'revoked'
  if (expires_at !== null && Date.parse(expires_at) <= now) return 'expired'
  if (gone) return 'target-deleted'
  return mode === 'frozen' ? 'snapshot' : 'live'
}

export const isActive = (link: Parameters<typeof linkState>[0], now?: number) =>
  ['live', 'snapshot'].includes(linkState(link, now))
