import { useQuery } from '@tanstack/react-query'
import { websiteListParams } from '#contract/list-query.ts'
import { isFinished, type Job } from '#contract/job.ts'
import { readQuery } from '#contract/query-params.ts'
import { paths } from '#web/app/paths.ts'
import { server } from '#web/data/server.ts'
import { currentClient } from '#web/data/session.ts'

const anyWebsite = readQuery(websiteListParams, new URLSearchParams()).query

/** The path of the list of a finished job's reports: those of its website and its days. */
export function useViewOfReports(job: Job, givenHost: string | null): string | null {
  const host = job.url === null ? givenHost : new URL(job.url).host
  const domain = host?.replace(/^www\.(?=.*\.)/, '') ?? null
  const finished = isFinished(job)
  const { data: websiteId, isFetched } = useQuery({
    queryKey: [server, 'jobs', 'website', domain],
    queryFn: async ({ signal }) => {
      const { rows } = await currentClient().listWebsites(
        { ...anyWebsite, search: domain ?? '', per_page: 100 },
        signal,
      )
      return rows.find((website) => website.domain === domain)?.id ?? null
    },
    enabled: finished && domain !== null,
  })
  // Until the website is known, the link would lead to all of them.
  if (!finished || (domain !== null && !isFetched)) return null
  const [from, to] = [job.created_at, job.finished_at].map((at) => at?.slice(0, 10) ?? null)
  return paths.reports({ website_id: websiteId ?? null, from: from ?? null, to: to ?? null })
}
