import type { AnyWebsiteRow } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { queryClient } from '#web/data/query-client.ts'
import { runBatch } from '#web/list/batch.tsx'
import { assignWebsite, invalidateClients } from '#web/resources/clients.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { setClientWords as words } from './words.ts'

export type Assigned = Pick<AnyWebsiteRow, 'id' | 'domain' | 'client_id'>

/** Gives each website to a client, or to none, while a card shows the progress. */
export const setClient = (websites: readonly Assigned[], clientId: number | null) =>
  runBatch({
    items: websites,
    itemName: ({ domain }) => domain,
    async act({ id }, signal) {
      await assignWebsite(id, clientId, signal)
      return { to: paths.website(id) }
    },
    onEnd() {
      void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })
      void invalidateClients()
    },
    words,
  })
