import { Link } from 'react-router-dom'
import type { Overview } from '#contract/websites/overview.ts'
import { paths } from '#web/app/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Card } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { overviewWords as words } from './words.ts'
import styles from './overview.module.css'

/** The clicks at risk in a line, with the websites of most of them, each linked to its pages. Nothing without any. */
export function AtRisk({ overview: { at_risk, websites_at_risk: of } }: { overview: Overview }) {
  if (!at_risk) return null
  const more = of.count - of.websites.length
  return (
    <Card flush aria-labelledby="at-risk" className={styles.risk}>
      <span className="bad toned">
        <Icon name="warn" />
      </span>
      <div className="cluster across grow">
        <h2 id="at-risk">{words.atRisk}</h2>
        <p className="muted small">{words.atRiskLead(at_risk)}</p>
        <ul className="dotted small">
          {of.websites.map(({ website_id: id, domain, clicks }) => (
            <li key={id} className="row">
              <Link to={paths.websiteAtRisk(id)} className="target">
                {unicodeHost(domain)}
              </Link>
              {of.count > 1 && <span className="muted">{words.clicks(clicks)}</span>}
            </li>
          ))}
          {more > 0 && <li className="row muted">{words.andMore(more)}</li>}
        </ul>
      </div>
    </Card>
  )
}
