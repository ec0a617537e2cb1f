import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { NewLinkFields } from '#contract/forms/link-form.ts'
import type { Link, LinkListQuery } from '#contract/links.ts'
import { createLink, listLinks, openingsOf, revokeLink } from './link-calls.ts'
import { queryClient } from '#web/data/query-client.ts'
import { currentClient, reader } from '#web/data/session.ts'
import { walkList } from '#web/list/walk-list.ts'

const perWalk = 100

export const linkQueries = {
  all: () => [reader(), 'links'] as const,
  list: (query: LinkListQuery) =>
    queryOptions({
      queryKey: [...linkQueries.all(), 'list', query],
      queryFn: ({ signal }) => listLinks(currentClient(), query, signal),
      placeholderData: keepPreviousData,
    }),
  opens: (id: number) =>
    queryOptions({
      queryKey: [...linkQueries.all(), 'opens', id],
      queryFn: ({ signal }) => openingsOf(currentClient(), id, signal),
    }),
  /** How many links to a website, its reports or its lists open now. */
  countOf: (websiteId: number) =>
    queryOptions({
      queryKey: [...linkQueries.all(), 'count', websiteId],
      queryFn: async ({ signal }) => {
        let many = 0
        const fetchPage = (page: number, signal: AbortSignal) =>
          listLinks(currentClient(), { website_id: websiteId, page, per_page: perWalk }, signal)
        for await (const { rows } of walkList(fetchPage, signal, perWalk))
          many += rows.filter((link) => link.website_id === websiteId && opensNow(link)).length
        return many
      },
    }),
}

export type LinkState = 'live' | 'frozen' | 'ended' | 'revoked' | 'gone'

/** What becomes of somebody who opens the link at `now`. */
export function stateOf(
  { mode, revoked_at, expires_at, gone }: Pick<Link, 'mode' | 'revoked_at' | 'expires_at' | 'gone'>,
  now = Date.now(),
): LinkState {
  if (revoked_at !== null) return 'revoked'
  if (expires_at !== null && Date.parse(expires_at) <= now) return 'ended'
  return gone ? 'gone' : mode
}

export const opensNow = (link: Parameters<typeof stateOf>[0], now?: number) =>
  ['live', 'frozen'].includes(stateOf(link, now))

/** Links are read again even where no answer came: what was asked for may have been done. */
const again = () => void queryClient.invalidateQueries({ queryKey: linkQueries.all() })

export const makeLink = (fields: NewLinkFields) => createLink(currentClient(), fields).finally(again)
export const endLink = (id: number) => revokeLink(currentClient(), id).finally(again)
