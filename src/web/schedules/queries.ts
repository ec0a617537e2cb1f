import { queryOptions } from '@tanstack/react-query'
import { Schedule } from '#contract/jobs/schedules.ts'
import { readRows } from '#contract/responses/envelope.ts'
import { Crawl } from '#contract/websites/crawls.ts'
import { currentClient } from '#web/data/current-client.ts'
import { readFromOwn } from '#web/data/service.ts'
import { schedulesKey } from '#web/resources/views.ts'

export type ScheduleTarget = { kind: 'website' | 'view'; id: number }

const readSchedules = (body: unknown) => readRows(Schedule, body)

/** All schedules, the next run first; none on other servers. */
export const schedulesQuery = () =>
  queryOptions({
    queryKey: schedulesKey(),
    queryFn: async ({ signal }) => (await readFromOwn('/schedules', readSchedules, signal)) ?? [],
    // Runs change without a request from here.
    staleTime: 30_000,
  })

/** The last crawl of a website, whose start and limits its schedule has at first. */
export const lastCrawlQuery = (websiteId: number) =>
  queryOptions({
    queryKey: [...schedulesKey(), 'last crawl', websiteId],
    queryFn: async ({ signal }) => {
      const path = `/websites/${websiteId}/crawls`
      const [crawl] = await currentClient().get(path, (body) => readRows(Crawl, body), { signal })
      return crawl ?? null
    },
  })

export const scheduleTarget = ({ website_id, view_id }: Pick<Schedule, 'website_id' | 'view_id'>): ScheduleTarget =>
  website_id === null ? { kind: 'view', id: view_id ?? 0 } : { kind: 'website', id: website_id }

const isOf = (target: ScheduleTarget) => (schedule: Schedule) => {
  const { kind, id } = scheduleTarget(schedule)
  return kind === target.kind && id === target.id
}

export const scheduleOf = (target: ScheduleTarget, schedules: readonly Schedule[]) => schedules.find(isOf(target))
