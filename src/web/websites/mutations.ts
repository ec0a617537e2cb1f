import { currentClient } from '#web/data/current-client.ts'
import { ownChanges, queryClient } from '#web/data/query-client.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { websiteQueries } from '#web/resources/websites.tsx'

/** Deletes a website and, on most servers, its reports. Succeeds if the website was already deleted. */
export async function deleteWebsite(id: number) {
  await currentClient().remove(`/websites/${id}`)
  ownChanges.add('websites', id)
  queryClient.removeQueries({ queryKey: websiteQueries.detail(id).queryKey, type: 'inactive' })
  // The page of the website may still be open: only lists are read at once.
  void queryClient.invalidateQueries({ queryKey: websiteQueries.all(), refetchType: 'none' })
  void queryClient.invalidateQueries({ queryKey: websiteQueries.lists() })
  void queryClient.invalidateQueries({ queryKey: reportQueries.lists() })
}
