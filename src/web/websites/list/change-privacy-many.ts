import type { Website } from '#contract/website.ts'
import { ApiError, asApiError } from '#web/data/api-error.ts'
import type { Client, LoadedWebsite } from '#web/data/client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { currentClient } from '#web/data/session.ts'
import { putWebsite, type WebsiteChange } from '../website-mutations.ts'
import { websiteQueries } from '../queries.ts'
import { runBatch } from '#web/list/run-batch.tsx'
import { paths } from '#web/app/paths.ts'
import { manyPrivacyWords as words } from '../privacy-words.ts'
import { outcomeOf } from '../privacy-change.ts'
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
    try {
      await putWebsite(client, id, change, now.etag)
    } catch (thrown) {
      const error = asApiError(thrown)
      if (error.status === 412) throw await conflictOf(client, id, signal)
      if (!error.unsure || !(await wasSaved(client, now, error, signal))) throw error
    }
  }

  /** Somebody was quicker by a moment: what it is now is told, and trying again changes that. */
  async function conflictOf(client: Client, id: number, signal: AbortSignal) {
    const now = await client.showWebsite(id, signal).catch(() => null)
    if (now) seen.set(id, now)
    else seen.delete(id)
    return new ApiError('conflict', words.overtaken(now?.privacy ?? null))
  }

  /** Where nobody knows whether it was saved, the website is read again, and says it. What it does not say, no later try may take for somebody else's change. */
  async function wasSaved(client: Client, before: LoadedWebsite, error: ApiError, signal: AbortSignal) {
    const now = await client.showWebsite(before.id, signal).catch(() => null)
    const outcome = now && outcomeOf(before, now, { privacy: change.privacy, password: change.password ?? '' })
    error.unsure = outcome !== 'saved' && outcome !== 'not-saved'
    error.undone = outcome === 'not-saved'
    if (now && !error.unsure) seen.set(now.id, now)
    else seen.delete(before.id)
    return outcome === 'saved'
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
