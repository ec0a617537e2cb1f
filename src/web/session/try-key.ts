import { websiteListParams } from '#contract/list-query.ts'
import { readQuery } from '#contract/query-params.ts'
import { createClient } from '#web/data/client.ts'
import { server } from '#web/data/server.ts'

/** Throws the ApiError that a call with this key meets; one operation of the specification serves, so that it works anywhere. */
export const tryKey = (key: string, signal?: AbortSignal, baseUrl = server) =>
  createClient({ baseUrl, key: () => key }).listWebsites(
    readQuery(websiteListParams, new URLSearchParams()).query,
    signal,
  )
