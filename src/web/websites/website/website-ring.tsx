import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { roundScore } from '#contract/reports/rating.ts'
import type { Website } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { websiteSegments } from '#web/checks/website-ring.ts'
import { useOwnService } from '#web/data/service.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { type RingSegment, ScoreRing } from '#web/ui/score-ring.tsx'
import { websiteWords as words } from '../website-words.ts'

type WebsiteRingProps = { website: Website; score: number; onPick: (segment: RingSegment | null) => void }

/** The average score as a ring with one segment per check, which leads to the pages where it is an issue. */
export function WebsiteRing({ website: { id, pages_count: pages }, score, onPick }: WebsiteRingProps) {
  const { data: issues } = useQuery({ ...websitePagesQueries.issues(id), enabled: useOwnService() === true })
  const { data: catalogue } = useQuery(checksQuery())
  const segments = useMemo(() => {
    if (!issues || !catalogue) return []
    const hrefOf = (check: string) => paths.website(id, { latest: '1', check })
    return websiteSegments({ issues: issues.data, catalogue: catalogue.data, pages: pages ?? 0, hrefOf })
  }, [issues, catalogue, id, pages])
  return (
    <ScoreRing
      score={roundScore(score, 10)}
      label={words.ring(words.averageScore(score), segments.length)}
      of={words.of}
      segments={segments}
      onPick={onPick}
    />
  )
}
