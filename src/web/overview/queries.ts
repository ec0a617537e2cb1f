import { queryOptions } from '@tanstack/react-query'
import { readItem } from '#contract/responses/envelope.ts'
import { Overview } from '#contract/websites/website-pages.ts'
import { currentClient } from '#web/data/current-client.ts'
import { websiteQueries } from '#web/resources/website-queries.ts'

/** What changed since a day. Its key begins like those of the websites, so that a new report makes it outdated. */
export const overviewQuery = (since: string) =>
  queryOptions({
    queryKey: [...websiteQueries.all(), 'overview', since],
    queryFn: ({ signal }) =>
      currentClient().get(`/overview?since=${since}`, (body) => readItem(Overview, body), { signal }),
  })
