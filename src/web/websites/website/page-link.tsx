import { Link } from 'react-router-dom'
import type { SamplePage } from '#contract/websites/website-pages.ts'
import { paths } from '#web/app/paths.ts'
import { urlParts } from '#web/ui/url.tsx'
import styles from './website-issues.module.css'

/** A page of the website by its path, as a link to its latest report. */
export const PageLink = ({ page: { report_id, url, title } }: { page: SamplePage }) => (
  <Link to={paths.report(report_id)} className={`cut small ${styles.page}`} title={title ? `${title}\n${url}` : url}>
    {urlParts(url).path || '/'}
  </Link>
)
