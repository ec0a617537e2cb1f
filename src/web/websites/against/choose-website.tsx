import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { writeQuery } from '#contract/lists/query-params.ts'
import { againstParams, type AgainstQuery } from '#contract/websites/website-comparison.ts'
import type { AnyWebsite } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { queryClient } from '#web/data/query-client.ts'
import { WebsiteCombobox } from '#web/resources/website-combobox.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { againstQueries } from './queries.ts'
import { againstWords as words } from './words.ts'
import styles from './against.module.css'

/** Related websites that are offered. */
const maxRelated = 4

type ChooseWebsiteProps = { website: AnyWebsite; query: AgainstQuery }

/**
 * Chooses the website to compare with, and keeps the filters of the URL. With a path, the comparison of its two reports
 * is opened if both websites have one.
 */
export function ChooseWebsite({ website, query }: ChooseWebsiteProps) {
  const { path } = query
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<number | null>(null)
  const [opening, setOpening] = useState<number | null>(null)
  const { data: related = [] } = useQuery(againstQueries.related(website))
  const open = async (other: number) => {
    setOpening(other)
    const search = writeQuery(againstParams, { ...query, page: 1 }).toString()
    const list = paths.against(website.id, other) + (search && `?${search}`)
    void navigate((path !== null && (await comparisonOf(website.id, other, path))) || list)
  }
  return (
    <>
      {path !== null && <p className="muted">{words.choosePath(path)}</p>}
      {related.length > 0 && (
        <Card aria-labelledby="related" className="stack snug">
          <h2 id="related">{words.likely}</h2>
          <ul className={styles.related}>
            {related.slice(0, maxRelated).map(({ id, domain, pages_count: pages }) => (
              <li key={id} className="spread">
                <span>
                  <b>{unicodeHost(domain)}</b>{' '}
                  {pages !== null && <span className="muted small">{words.pages(pages)}</span>}
                </span>
                <Button busy={opening === id} onClick={() => void open(id)}>
                  {words.chooseButton}
                  <span className="hidden-visually"> {unicodeHost(domain)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card aria-labelledby="any" className="stack snug">
        <h2 id="any">{related.length > 0 ? words.any : words.all}</h2>
        <div className="cluster">
          <WebsiteCombobox websiteId={chosen} onChoose={setChosen} placeholder={words.choosing} />
          <Button
            variant="main"
            busy={opening !== null && opening === chosen}
            disabled={chosen === null || chosen === website.id}
            onClick={() => chosen !== null && void open(chosen)}
          >
            {words.chooseButton}
          </Button>
        </div>
        {chosen === website.id && <p role="alert">{words.itself}</p>}
      </Card>
    </>
  )
}

/** Returns the URL of the comparison of the two reports of a path; null if one of the websites has none. */
async function comparisonOf(id: number, other: number, path: string): Promise<string | null> {
  try {
    const { rows } = await queryClient.fetchQuery(againstQueries.path(id, other, path))
    const [here, there] = [rows[0]?.here?.report_id, rows[0]?.there?.report_id]
    return here && there ? paths.report(here, { compare: there }) : null
  } catch {
    return null
  }
}
