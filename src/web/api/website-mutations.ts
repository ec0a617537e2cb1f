import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from './api-error.ts'
import type { LoadedWebsite } from './client.ts'
import { gone } from './gone.ts'
import { ownDoing } from './own-doing.ts'
import { reportQueries } from './report-queries.ts'
import { currentClient } from './session.ts'
import { deleteWebsite, updateWebsite, type WebsiteChange } from './website-calls.ts'
import { websiteQueries } from './website-queries.ts'

/** Changes who may see a website. With the `etag` it was loaded with, a change made meanwhile is a `conflict`. */
export function useUpdateWebsite(id: number) {
  const queries = useQueryClient()
  return useMutation<LoadedWebsite, ApiError, WebsiteChange & { etag?: string | null | undefined }>({
    mutationFn: ({ etag, ...change }) => updateWebsite(currentClient(), id, change, etag),
    onSuccess: (website) => {
      queries.setQueryData(websiteQueries.detail(id).queryKey, website)
      void queries.invalidateQueries({ queryKey: websiteQueries.all() })
    },
  })
}

/** Deletes a website and, on most servers, its reports. */
export function useDeleteWebsite() {
  const queries = useQueryClient()
  return useMutation<void, ApiError, number>({
    mutationFn: (id) => gone(deleteWebsite(currentClient(), id)),
    onSuccess: (_, id) => {
      ownDoing.add('websites', id)
      queries.removeQueries({ queryKey: websiteQueries.detail(id).queryKey, type: 'inactive' })
      void queries.invalidateQueries({ queryKey: websiteQueries.lists() })
      void queries.invalidateQueries({ queryKey: reportQueries.lists() })
    },
  })
}
