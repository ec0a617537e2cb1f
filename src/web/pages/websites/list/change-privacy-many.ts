import type { Website } from '#contract/website.ts'
import { ApiError, asApiError } from '#web/api/api-error.ts'
import type { Client } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { currentClient } from '#web/api/session.ts'
import { updateWebsite, type WebsiteChange } from '#web/api/website-calls.ts'
import { websiteQueries } from '#web/api/website-queries.ts'
import { runBatch } from '#web/lists/run-batch.tsx'
import { paths } from '#web/paths.ts'
import { manyPrivacyWords as words } from '#web/words/privacy.ts'
import { isOvertaken } from './many-privacy.ts'

/** Gives each of them the same privacy, unless it is not any more what it was when it was chosen: that is said first. */
export function changePrivacyOfMany(websites: readonly Website[], change: WebsiteChange) {
  const seen = new Map(websites.map((website) => [website.id, website]))

  /** Rows of a list have no tag: each website is read, held against its row, and changed only as it was read. */
  async function changeAsSeen(client: Client, id: number, signal: AbortSignal) {
    const now = await client.showWebsite(id, signal)
    const before = seen.get(id) ?? now
    seen.set(id, now)
    if (isOvertaken(before, now)) throw new ApiError('conflict', words.overtaken(now.privacy))
    await updateWebsite(client, id, change, now.etag).catch((error: unknown) => {
      throw asApiError(error).status === 412 ? new ApiError('conflict', words.overtaken(null)) : error
    })
  }

  return runBatch({
    items: websites,
    nameOf: ({ domain }) => domain,
    async act({ id }, signal) {
      await changeAsSeen(currentClient(), id, signal)
      return { to: paths.website(id), note: words.isNow(change.privacy) }
    },
    after: () => void queryClient.invalidateQueries({ queryKey: websiteQueries.all() }),
    words,
  })
}
