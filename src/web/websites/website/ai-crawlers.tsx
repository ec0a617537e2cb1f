import { useQuery } from '@tanstack/react-query'
import { CheckBody } from '#web/checks/check-body.tsx'
import { allChecksOf } from '#web/checks/check-view.ts'
import { OutcomeMark } from '#web/checks/outcome.tsx'
import { checksQuery } from '#web/checks/queries.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Card, CardHead } from '#web/ui/page.tsx'
import { formatAbsolute, momentOf } from '#web/ui/time.tsx'
import { websiteTabsWords as words } from '../words.ts'
import styles from './website-issues.module.css'

/** Which AI crawlers the website's robots.txt allows, as its newest report says. */
export function AiCrawlers({ id }: { id: number }) {
  const { data } = useQuery(websitePagesQueries.aiCrawlers(id))
  const { data: catalogue } = useQuery(checksQuery())
  if (!data || data.checks.length === 0) return null
  const moment = data.analysed_at === null ? null : momentOf(data.analysed_at)
  return (
    <Card flush aria-labelledby="ai-crawlers">
      <CardHead id="ai-crawlers" title={words.aiCrawlers}>
        {moment && <p className="muted small">{words.aiCrawlersLead(formatAbsolute(moment))}</p>}
      </CardHead>
      {allChecksOf({ results: data.checks, capped_by: [] }, catalogue?.data ?? []).map((check) => (
        <details key={check.id} className={`fold ${styles.crawlers}`}>
          <summary>
            <OutcomeMark outcome={check.outcome} />
            <h3>{check.title}</h3>
            <Icon name="down" />
          </summary>
          <CheckBody check={check} isLinkable={false} />
        </details>
      ))}
    </Card>
  )
}
