import { fieldsOf } from '#contract/forms/form.ts'
import type { WebsiteChange as WebsiteFields } from '#contract/forms/website-form.ts'
import type { Privacy } from '#contract/websites/website.ts'
import type { Client } from '#web/data/client.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { websiteQueries } from '#web/resources/websites.tsx'

export type WebsiteChange = WebsiteFields & { privacy: Privacy }

/**
 * Sends a change and returns the changed website. With an `etag`, throws `conflict` if the website has changed since.
 */
export const putWebsite = (client: Client, id: number, change: WebsiteChange, etag?: string | null) =>
  client.website('PUT', `/websites/${id}`, {
    form: fieldsOf(change),
    ...(etag && { headers: { 'If-Match': etag } }),
  })

/** Changes a website, updates the cached queries and returns it. Throws like `putWebsite`. */
export async function updateWebsite(id: number, change: WebsiteChange, etag: string | null) {
  const website = await putWebsite(currentClient(), id, change, etag)
  queryClient.setQueryData(websiteQueries.detail(id).queryKey, website)
  void queryClient.invalidateQueries({ queryKey: websiteQueries.all() })
  return website
}
