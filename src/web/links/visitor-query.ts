import { queryOptions } from '@tanstack/react-query'
import { readItem } from '#contract/envelope.ts'
import { later, understood } from '#web/data/client.ts'
import { currentClient, readAsVisitor, reader } from '#web/data/session.ts'
import { linkVisitorPath, linkPath } from '#web/data/visitor-paths.ts'
import { paths, pathsUnder } from '#web/app/paths.ts'

/** From now on this page reads through the link, whatever key there is, and leads nowhere out of it. */
export function enterLink(token: string) {
  readAsVisitor({ name: paths.link(token), pathOf: linkVisitorPath(token), always: true })
  pathsUnder(paths.link(token))
}

/** What the link opens. It is asked for once, for each time counts as an opening. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: [reader(), 'link'],
    queryFn: async ({ signal }) => {
      const { AnyOpenedLink } = await later(() => import('#contract/opened-link.ts'))
      const path = linkPath(token)
      const { body } = await currentClient().call('GET', path, { signal })
      return understood(path, body, () => readItem(AnyOpenedLink, body))
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retryOnMount: false,
  })
