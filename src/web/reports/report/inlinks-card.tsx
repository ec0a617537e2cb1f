import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { readItem } from '#contract/responses/envelope.ts'
import { Inlinks } from '#contract/websites/website-pages.ts'
import { paths } from '#web/app/paths.ts'
import { currentClient } from '#web/data/current-client.ts'
import { isVisitor } from '#web/data/reader.ts'
import { useOwnService } from '#web/data/service.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { Card } from '#web/ui/page.tsx'
import { urlParts } from '#web/ui/url.tsx'
import { reportFactsWords as words } from './words.ts'
import styles from './facts.module.css'

const inlinksQuery = (id: number) =>
  queryOptions({
    // Among the details, so that a created or deleted report outdates it.
    queryKey: [...reportQueries.details(), 'inlinks', id],
    queryFn: ({ signal }) =>
      currentClient().get(`/reports/${id}/inlinks`, (body) => readItem(Inlinks, body), { signal }),
  })

/** How people get to the page of a report: its click depth, and the pages that link to it. */
export function InlinksCard({ id }: { id: number }) {
  const canLoad = useOwnService() === true && !isVisitor()
  const { data } = useQuery({ ...inlinksQuery(id), enabled: canLoad })
  if (!data) return null
  const { click_depth: depth, orphan, pages, samples } = data
  return (
    <Card aria-labelledby="inlinks" className={styles.card}>
      <h2 id="inlinks">{words.inlinks}</h2>
      <p>{[words.clickDepth(depth, orphan), words.linkedFrom(pages)].filter(Boolean).join(' · ')}</p>
      {samples.length > 0 && (
        <ul className={styles.inlinks}>
          {samples.map(({ report_id, url, title }) => (
            <li key={report_id}>
              <Link to={paths.report(report_id)} title={title ? `${title}\n${url}` : url}>
                {urlParts(url).path || '/'}
              </Link>
            </li>
          ))}
          {samples.length < pages && <li>{words.moreInlinks(pages - samples.length)}</li>}
        </ul>
      )}
    </Card>
  )
}
