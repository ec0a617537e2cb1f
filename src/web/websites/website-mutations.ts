import { confirmDelete } from '#web/data/write-outcome.ts'
import { ownChanges } from '#web/data/own-changes.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reportQueries } from '#web/reports/queries.ts'
import { currentClient } from '#web/data/session.ts'
import { deleteWebsite as sendDeletion, updateWebsite as sendChange, type WebsiteChange } from './website-calls.ts'
import { websiteQueries } from './queries.ts'

/** Changes who may see a website. With the `etag` it was loaded with, a change made meanwhile is a `conflict`. */
export async function updateWebsite(id: number, change: WebsiteChange, etag: string | null | undefined) {
  const website = await sendChange(currentClient(), id, change, etag)
  queryClient.setQueryData(websiteQueries.detail(id).queryKey, website)
  void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })
}

/** Deletes a website and, on most servers, its reports. One that is gone already counts as deleted. */
export async function deleteWebsite(id: number) {
  await confirmDelete(sendDeletion(currentClient(), id), () => currentClient().call('GET', `/websites/${id}`))
  ownChanges.add('websites', id)
  queryClient.removeQueries({ queryKey: websiteQueries.detail(id).queryKey, type: 'inactive' })
  void queryClient.invalidateQueries({ queryKey: websiteQueries.lists() })
  void queryClient.invalidateQueries({ queryKey: reportQueries.lists() })
}
