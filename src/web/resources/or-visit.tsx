import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { AnyReport } from '#contract/reports/any-report.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { asApiError } from '#web/data/api-error.ts'
import { reader, visitWebsite } from '#web/data/reader.ts'
import { pathForVisitor } from '#web/data/resource-paths.ts'
import { readFromOwn } from '#web/data/service.ts'
import { PageSkeleton } from '#web/ui/page.tsx'

type Shared = { website: number } | { report: number }

/** The website of which visitors can see `resource`, with or without its password; null if they can’t. */
const sharedWebsiteQuery = (resource: Shared) =>
  queryOptions({
    queryKey: [reader(), 'shared website', resource],
    async queryFn({ signal }) {
      const read = (body: unknown) => ('website' in resource ? resource.website : readItem(AnyReport, body).website_id)
      try {
        return await readFromOwn(pathForVisitor(resource) ?? '', read, signal)
      } catch (thrown) {
        const error = asApiError(thrown)
        if (error.kind !== 'missing' && error.locked === null) throw error
        return error.locked?.websiteId ?? null
      }
    },
    retryOnMount: false,
  })

/**
 * In place of a website or report that the reader has no grant for: the page of visitors, if it is public or has a
 * password, else `children`.
 */
export function OrVisit({ resource, children }: { resource: Shared; children: ReactNode }) {
  const { data: website = null, isPending } = useQuery(sharedWebsiteQuery(resource))
  // The frame then shows the page of visitors.
  useEffect(() => {
    if (website !== null) visitWebsite(website)
  }, [website])
  return isPending || website !== null ? <PageSkeleton /> : children
}
