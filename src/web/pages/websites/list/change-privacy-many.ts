import type { Website } from '#contract/website.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentClient } from '#web/api/session.ts'
import { updateWebsite, type WebsiteChange } from '#web/api/website-calls.ts'
import { websiteQueries } from '#web/api/website-queries.ts'
import { runBatch } from '#web/lists/run-batch.tsx'
import { paths } from '#web/paths.ts'
import { manyPrivacyWords as words } from '#web/words/privacy.ts'

/** Gives each of them the same privacy. */
export const changePrivacyOfMany = (websites: readonly Pick<Website, 'id' | 'domain'>[], change: WebsiteChange) =>
  runBatch({
    items: websites,
    nameOf: ({ domain }) => domain,
    async act({ id }) {
      await updateWebsite(currentClient(), id, change)
      return { to: paths.website(id), note: words.isNow(change.privacy) }
    },
    after: () => void queryClient.invalidateQueries({ queryKey: websiteQueries.all() }),
    words,
  })
