import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { AssignedIssue } from '#contract/websites/overview.ts'
import { paths } from '#web/app/paths.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { overviewWords as words } from './words.ts'
import styles from './overview.module.css'

/** The lines that are shown at first. */
const fewLines = 5

/** The issues that are assigned to the reader, a line for each website and issue, those of most pages first. */
export function Mine({ issues }: { issues: readonly AssignedIssue[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? issues : issues.slice(0, fewLines)
  const more = issues.length - shown.length
  return (
    <Card flush aria-labelledby="mine" className={styles.news}>
      <CardHead id="mine" title={words.mine} />
      <ul className={styles.lines}>
        {shown.map(({ website_id, domain, check, name, problem, pages }) => (
          <li key={`${website_id} ${check}`} className={styles.entry} data-kind="assigned">
            <Link to={listLinks.websitePages(website_id, { check, assignee: 'me' })}>{problem ?? name ?? check}</Link>
            <Link to={paths.websiteIssues(website_id)} className={`small ${styles.domain}`}>
              {unicodeHost(domain)}
            </Link>
            <span className={`small muted ${styles.began}`}>{words.onPages(pages)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <div className={styles.more}>
          <Button size="s" variant="plain" onClick={() => setShowsAll(true)}>
            {words.more(more)}
          </Button>
        </div>
      )}
    </Card>
  )
}
