import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { defaultWebsiteQuery, type WebsiteListQuery } from '#contract/lists/list-query.ts'
import type { Website } from '#contract/websites/website.ts'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { useSettled } from '#web/ui/use-settled.ts'
import { websiteFilterWords as words } from './website-filter-words.ts'
import { websiteQueries } from './website-queries.ts'
import styles from './website-combobox.module.css'

type WebsiteOptionsProps = {
  id: string
  search: string
  active: number | undefined
  /** Reports the options of the current search; none while the shown ones belong to another search. */
  onOptions: (options: Website[]) => void
  onChoose: (website: Website) => void
}

const mostReports: WebsiteListQuery = { ...defaultWebsiteQuery, sort_by: 'reports_count' }
const none: Website[] = []

/** The options of the website combobox: the websites with the most reports, or those that match the search. */
export function WebsiteOptions({ id, search, active, onOptions, onChoose }: WebsiteOptionsProps) {
  const settledSearch = useSettled(search.trim(), 150)
  const found = useQuery({
    ...websiteQueries.list({ ...mostReports, search: settledSearch }),
    placeholderData: keepPreviousData,
  })
  const settled = settledSearch === search.trim() && !found.isPlaceholderData
  const rows = found.data?.rows ?? none
  const options = settled ? rows : none

  useEffect(() => onOptions(options), [options, onOptions])
  useEffect(() => () => onOptions(none), [onOptions])
  useEffect(() => {
    if (active !== undefined) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  const status = found.isError
    ? words.failed
    : !found.data
      ? words.loading
      : rows.length === 0
        ? words.none(settledSearch)
        : null

  return (
    <div className={styles.popup} onMouseDown={(event) => event.preventDefault()}>
      <ul id={`${id}-list`} role="listbox" aria-label={words.options} aria-busy={!settled}>
        {rows.map((website) => (
          <li
            key={website.id}
            id={`${id}-${website.id}`}
            role="option"
            aria-selected={website.id === active}
            onClick={() => onChoose(website)}
          >
            <span>{unicodeHost(website.domain)}</span>
            {website.reports_count !== null && <small>{words.reports(website.reports_count)}</small>}
          </li>
        ))}
      </ul>
      <p role="status" className={status ? styles.status : 'hidden-visually'}>
        {status ?? (settled ? words.found(rows.length) : '')}
      </p>
    </div>
  )
}
