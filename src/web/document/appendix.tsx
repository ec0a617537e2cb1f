import { grouped } from '#contract/format/numbers.ts'
import type { CheckInfo, Evidence } from '#contract/reports/analysis.ts'
import type { AnyClientDocument } from '#contract/sharing/client-document.ts'
import type { WebsiteIssue } from '#contract/websites/website-pages.ts'
import { checkAnchor, type CheckView, fixFirst, moreThanShown } from '#web/checks/check-view.ts'
import { OutcomeMark } from '#web/checks/outcome.tsx'
import { classes } from '#web/ui/classes.ts'
import { ExternalLink } from '#web/ui/url.tsx'
import { shortUrls } from './list-parts.tsx'
import { documentWords as words } from './words.ts'
import styles from './client-report.module.css'
import tableStyles from './document-table.module.css'

/** Every issue with its whole evidence, then the names of the checks that passed. */
export function Appendix({ checks }: { checks: readonly CheckView[] }) {
  const open = fixFirst(checks)
  const passed = checks.filter(({ outcome }) => outcome === 'pass')
  return (
    <>
      {open.length === 0 && <p>{words.nothingOpen}</p>}
      {open.map((check) => (
        <Issue key={check.id} check={check} />
      ))}
      {passed.length > 0 && (
        <>
          <h3>{words.passed(passed.length)}</h3>
          <ul className={`small ${styles.passed}`}>
            {passed.map(({ id, title }) => (
              <li key={id} id={checkAnchor(id)}>
                {title}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

type WebsiteAppendixProps = {
  issues: readonly WebsiteIssue[]
  pagesOf: NonNullable<AnyClientDocument['issue_pages']>
  infos: ReadonlyMap<string, CheckInfo>
}

/** Every issue of a website with its pages. */
export function WebsiteAppendix({ issues, pagesOf, infos }: WebsiteAppendixProps) {
  const lists = new Map(pagesOf.map(({ check, pages }) => [check, pages]))
  const short = shortUrls(pagesOf.flatMap(({ pages }) => pages.map(({ url }) => url)))
  return issues.map(({ check, name, problem, scope, importance, pages: total }) => {
    const info = infos.get(check)
    // A setting of the whole website is one issue, not one of each page.
    const pages = scope === 'website' ? [] : (lists.get(check) ?? [])
    return (
      <section key={check} id={checkAnchor(check)} className={styles.issue}>
        <div className={styles.explained}>
          <h3>{problem ?? info?.title_fail ?? name ?? check}</h3>
          <p className={styles.note}>
            <span>{words.importance(importance)}</span>
            <span>{words.reach(scope, total)}</span>
          </p>
          {info && <p>{info.how}</p>}
          {pages.length > 0 && <h4>{words.pagesOf(pages.length, total)}</h4>}
        </div>
        {pages.length > 0 && (
          <ul className={`small ${styles.urls}`}>
            {pages.map(({ report_id: id, url }) => (
              <li key={id}>{short(url)}</li>
            ))}
          </ul>
        )}
      </section>
    )
  })
}

function Issue({ check }: { check: CheckView }) {
  const { id, title, outcome, info, importance, reason, evidence } = check
  const more = moreThanShown(check)
  const [first, ...others] = evidence
  const isShared = others.length > 0 && others.every(({ note }) => note === first?.note)
  // Without a place, the note is all that there is to list.
  const shared = isShared && evidence.some(placeOf) ? first?.note : undefined
  return (
    <section id={checkAnchor(id)} className={styles.issue}>
      <div className={styles.explained}>
        <h3>
          <OutcomeMark outcome={outcome} />
          {title}
        </h3>
        <p className={styles.note}>
          {info?.name && <span>{info.name}</span>}
          <span>{words.importance(importance)}</span>
        </p>
        {reason && <p>{reason}</p>}
        <dl>
          {info?.why && (
            <div>
              <dt>{words.why}</dt>
              <dd>{info.why}</dd>
            </div>
          )}
          {info?.how && (
            <div>
              <dt>{words.how}</dt>
              <dd>{info.how}</dd>
            </div>
          )}
          {info?.reference && (
            <div>
              <dt>{words.source}</dt>
              <dd className={styles.reference}>
                <ExternalLink url={info.reference.url} newWindow={words.newWindow}>
                  {info.reference.label}
                </ExternalLink>
              </dd>
            </div>
          )}
          {shared && (
            <div>
              <dt>{words.evidence.note}</dt>
              <dd>{shared}</dd>
            </div>
          )}
        </dl>
      </div>
      {evidence.length > 0 && <EvidenceRows evidence={evidence} hasSharedNote={shared !== undefined} />}
      {more > 0 && <p className={classes(styles.note, styles.more)}>{words.moreEvidence(more)}</p>}
    </section>
  )
}

const placeOf = ({ snippet, url, selector }: Evidence) => snippet ?? url ?? selector

/** Evidence as plain text, which is never interpreted. */
function EvidenceRows({ evidence, hasSharedNote }: { evidence: readonly Evidence[]; hasSharedNote: boolean }) {
  const hasNotes = !hasSharedNote && evidence.some(({ note }) => note)
  const hasPlaces = evidence.some(placeOf)
  const hasLines = evidence.some(({ line }) => line !== undefined)
  return (
    <table className={`${tableStyles.table} ${tableStyles.evidence}`}>
      <thead>
        <tr>
          {hasPlaces && <th scope="col">{words.evidence.place}</th>}
          {hasLines && (
            <th scope="col" className={tableStyles.lineNumber}>
              {words.evidence.line}
            </th>
          )}
          {hasNotes && <th scope="col">{words.evidence.note}</th>}
        </tr>
      </thead>
      <tbody>
        {evidence.map((item, index) => (
          <tr key={index}>
            {hasPlaces && (
              <td>
                <code>{placeOf(item)}</code>
              </td>
            )}
            {hasLines && <td className={tableStyles.lineNumber}>{item.line !== undefined && grouped(item.line)}</td>}
            {hasNotes && <td>{item.note}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
