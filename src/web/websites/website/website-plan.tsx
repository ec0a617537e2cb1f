import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { planParams } from '#contract/reports/what-if.ts'
import type { WebsiteIssue } from '#contract/websites/website-pages.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { PlanBar, usePlan } from '#web/findings/plan.tsx'
import { findingWords } from '#web/findings/words.ts'
import { Repairs } from '#web/list/list-notices.tsx'
import { useListQuery } from '#web/list/use-list-query.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'

type WebsitePlanProps = { id: number; issues: readonly WebsiteIssue[] }

/** Lists the checks of the URL's plan that are no issue here. */
export function PlanRepairs({ issues }: Pick<WebsitePlanProps, 'issues'>) {
  const params = useMemo(() => planParams(new Set(issues.map(({ check }) => check))), [issues])
  return <Repairs repairs={useListQuery(params).repairs} />
}

/** The average of the website's pages if the issues of the plan were fixed. */
export function WebsitePlan({ id, issues }: WebsitePlanProps) {
  const { fixed, clear } = usePlan()
  const plan = issues.map(({ check }) => check).filter((check) => fixed.has(check))
  const { data, error } = useQuery({
    ...websitePagesQueries.whatIf(id, plan),
    enabled: plan.length > 0,
    placeholderData: keepPreviousData,
  })
  if (plan.length === 0) return null
  const from = data?.average ?? null
  const to = data?.average_fixed ?? null
  return (
    <PlanBar
      text={findingWords.ifFixedEverywhere(plan.length)}
      scores={from === null || to === null ? undefined : { from, to }}
      error={error && errorSentence(asApiError(error))}
      onClear={clear}
    />
  )
}
