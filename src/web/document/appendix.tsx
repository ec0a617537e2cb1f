import { grouped } from '#contract/format/numbers.ts'
import type { CheckInfo, Evidence } from '#contract/reports/analysis.ts'
import { googleReasonOf, type PageIndexing } from '#contract/reports/google-reasons.ts'
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

/** Every issue of a website with the URLs that decide it, its pages and their evidence. */
export function WebsiteAppendix({ issues, pagesOf, infos }: WebsiteAppendixProps) {
  const lists = new Map(pagesOf.map(({ check, pages }) => [check, pages]))
  const short = shortUrls(pagesOf.flatMap(({ pages }) => pages.map(({ url }) => url)))
  return issues.map(({ check, name, problem, scope, importance, pages: total, targets }) => {
    const info = infos.get(check)
    const all = lists.get(check) ?? []
    // A setting of the whole website is one issue, not one of each page.
    const pages = scope === 'website' ? [] : all
    const shared = scope === 'website' ? (all[0]?.evidence ?? []) : []
    const hasEvidence = pages.some(({ evidence = [] }) => evidence.length > 0)
    return (
      <section key={check} id={checkAnchor(check)} className={styles.issue}>
        <div className={styles.explained}>
          <h3>{problem ?? info?.title_any ?? name ?? check}</h3>
          <p className={styles.note}>
            <span>{words.importance(importance)}</span>
            <span>{words.reach(scope, total)}</span>
          </p>
          {info && <p>{info.how}</p>}
        </div>
        {targets.length > 0 && (
          <>
            <h4>{words.targets}</h4>
            <Targets check={check} targets={targets} short={short} />
          </>
        )}
        {shared.length > 0 && <EvidenceRows evidence={shared} hasSharedNote={false} />}
        {pages.length > 0 && (
          <>
            <h4>{words.pagesOf(pages.length, total)}</h4>
            <ul className={classes('small', hasEvidence ? styles.proof : styles.urls)}>
              {pages.map(({ url, evidence = [], clicks = null, ...state }) => (
                <li key={url}>
                  {short(url)}
                  {clicks !== null && <span> · {words.clicks(clicks)}</span>}
                  <GoogleReason page={state} />
                  {evidence.length > 0 && (
                    <ul>
                      {evidence.map((item, index) => (
                        <li key={index}>
                          <EvidenceLine item={item} pageUrl={url} />
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    )
  })
}

function GoogleReason({ page }: { page: PageIndexing }) {
  const reason = googleReasonOf(page)
  return reason === null ? null : <span> · {words.googleReason(reason)}</span>
}

type TargetsProps = Pick<WebsiteIssue, 'check' | 'targets'> & { short: (url: string) => string }

/** The URLs that decide an issue, each with pages that link to it or name it. */
function Targets({ check, targets, short }: TargetsProps) {
  const told = check.startsWith('canonical') ? words.target.canonical : words.target.link
  return (
    <ul className={`small ${styles.proof}`}>
      {targets.map(({ url, status, pages, samples }) => (
        <li key={url}>
          <code>{short(url)}</code> {told(status, pages)}
          <ul>
            {samples.map(({ report_id: id, url: from, anchor }) => (
              <li key={id}>
                {short(from)}
                {anchor !== null && ` · ${words.target.anchor(anchor)}`}
              </li>
            ))}
            {samples.length < pages && samples.length > 0 && <li>{words.target.more(samples.length, pages)}</li>}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** A piece of evidence in one line: its place, unless that is the page itself, the line and the note. */
function EvidenceLine({ item: { snippet, url, selector, line, note }, pageUrl }: { item: Evidence; pageUrl: string }) {
  const place = snippet ?? (url === pageUrl ? undefined : url) ?? selector
  return (
    <>
      {place !== undefined && <code>{place}</code>}
      {[line !== undefined && words.line(line), note].filter(Boolean).map((text) => (
        <span key={String(text)}> · {text}</span>
      ))}
    </>
  )
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
