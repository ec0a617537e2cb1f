import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { AnyReport } from '#contract/any-report.ts'
import { websiteQueries } from '#web/websites/queries.ts'
import { paths } from '#web/app/paths.ts'
import { PrivacyLink } from '#web/websites/privacy-link.tsx'
import { Moment } from '#web/ui/relative-time.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { reportWords as words } from '../report-words.ts'
import styles from './report-lead.module.css'

/** When it was analysed, of which website it is, and who may see that. */
export function ReportLead({ report }: { report: AnyReport }) {
  const { website_id: id, domain, created_at: created } = report
  const { data: website } = useQuery({ ...websiteQueries.detail(id ?? 0), enabled: id !== null })
  const name = domain ?? website?.domain
  const privacy = website?.privacy ?? null
  return (
    <p className={styles.lead}>
      {created && (
        <span>
          {words.analysed} <Moment sent={created} format={words.moment} />
        </span>
      )}
      {id !== null && <Link to={paths.website(id)}>{name ? unicodeHost(name) : words.website}</Link>}
      {id !== null && privacy !== null && <PrivacyLink websiteId={id} privacy={privacy} className={styles.privacy} />}
    </p>
  )
}
