import type { Privacy } from '#contract/website.ts'
import type { Client } from '#web/data/client.ts'

export type WebsiteChange = { privacy: Privacy; password?: string | undefined; findable?: boolean | undefined }

export const updateWebsite = (
  client: Client,
  id: number,
  { privacy, password, findable }: WebsiteChange,
  etag?: string | null,
) =>
  client.website('PUT', `/websites/${id}`, {
    form: {
      privacy: String(privacy),
      ...(password && { password }),
      ...(findable !== undefined && { findable: findable ? '1' : '0' }),
    },
    ...(etag && { headers: { 'If-Match': etag } }),
  })

export const deleteWebsite = async (client: Client, id: number) => void (await client.call('DELETE', `/websites/${id}`))
