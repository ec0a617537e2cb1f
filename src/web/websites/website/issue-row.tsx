import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import type { IssueTarget, SharedCause, WebsiteIssue } from '#contract/websites/website-pages.ts'
import { paths } from '#web/app/paths.ts'
import { isVisitor } from '#web/data/reader.ts'
import { usePlan } from '#web/findings/plan.tsx'
import { findingWords } from '#web/findings/words.ts'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { urlParts } from '#web/ui/url.tsx'
import { issueWords as words, websiteTabsWords } from '../words.ts'
import { problemOf } from './issues-view.ts'
import { PageLink } from './page-link.tsx'
import styles from './website-issues.module.css'

type IssueRowProps = {
  /** The website. */
  id: number
  pages: number | null
  issue: WebsiteIssue
  hasSince: boolean
  /** Null for readers who can't do this. */
  onTicket: ((issue: WebsiteIssue) => void) | null
  onWaive: ((issue: WebsiteIssue) => void) | null
}

export function IssueRow({ id, pages, issue, hasSince, onTicket, onWaive }: IssueRowProps) {
  const { columns } = words
  const { fixed, toggle } = usePlan()
  const { check, importance, points, sample, causes, targets, since, waived_pages: waived } = issue
  const problem = problemOf(issue)
  const share = pages ? Math.min(1, issue.pages / pages) : null
  const facts = [hasSince && since && words.since(since), waived > 0 && words.waivedPages(waived)].filter(Boolean)
  const items: MenuItem[] = [
    ...(onTicket ? [{ label: words.ticket, icon: 'copy', onSelect: () => onTicket(issue) } as const] : []),
    ...(onWaive ? [{ label: words.waive, icon: 'none', onSelect: () => onWaive(issue) } as const] : []),
  ]
  return (
    <tr>
      <td data-label={columns.plan} className={styles.planned}>
        {points > 0 && (
          <label title={findingWords.planTitle}>
            <input type="checkbox" checked={fixed.has(check)} onChange={() => toggle(check)} />
            <span className="hidden-visually">{findingWords.plan(problem)}</span>
          </label>
        )}
      </td>
      <th scope="row">
        {isVisitor() ? problem : <Link to={paths.website(id, { check, latest: '1' })}>{problem}</Link>}
        {facts.length > 0 && <p className="faint tiny">{facts.join(' · ')}</p>}
        {targets.length > 0 ? <Targets check={check} targets={targets} sample={sample} /> : <Causes causes={causes} />}
      </th>
      <td data-label={columns.importance} className={styles[importance]}>
        {words.importance[importance]}
      </td>
      <td data-label={columns.pages} title={pages === null ? undefined : words.share(issue.pages, pages)}>
        <span className={`grid ${styles.pages}`}>
          {grouped(issue.pages)}
          {share !== null && (
            <span className={styles.share} aria-hidden="true">
              <i style={{ width: `${share * 100}%` }} />
            </span>
          )}
        </span>
      </td>
      <td data-label={columns.points} className={styles.number}>
        {websiteTabsWords.points(points)}
      </td>
      {items.length > 0 && (
        <td className={styles.actions}>
          <Menu size="s" label={words.actionsFor(problem)} items={items} />
        </td>
      )}
    </tr>
  )
}

/** The common causes of an issue: fixing one of these fixes it on all of its pages. */
function Causes({ causes: [first, ...others] }: { causes: readonly SharedCause[] }) {
  if (!first) return null
  const main = words.cause(first.label, first.pages)
  if (others.length === 0) return <p className="faint tiny">{main}</p>
  return (
    <details className={`faint tiny ${styles.causes}`}>
      <summary>
        {main} <span>{words.moreCauses(others.length)}</span>
      </summary>
      <ul>
        {others.map(({ key, label, pages }) => (
          <li key={key}>{words.cause(label, pages)}</li>
        ))}
      </ul>
    </details>
  )
}

const shownTargets = 3

type TargetsProps = Pick<WebsiteIssue, 'check' | 'targets' | 'sample'>

/** The URLs that decide an issue, each with the pages that link to it or name it. */
function Targets({ check, targets, sample }: TargetsProps) {
  const host = urlParts(sample?.url ?? '').host
  const rows = targets.map((target) => (
    <li key={target.url}>
      <Target target={target} host={host} isLink={!check.startsWith('canonical')} />
    </li>
  ))
  return (
    <>
      <ul className={`tiny ${styles.targets}`}>{rows.slice(0, shownTargets)}</ul>
      {rows.length > shownTargets && (
        <details className={`faint tiny ${styles.causes}`}>
          <summary>
            <span>{words.moreTargets(rows.length - shownTargets)}</span>
          </summary>
          <ul className={styles.targets}>{rows.slice(shownTargets)}</ul>
        </details>
      )}
    </>
  )
}

type TargetProps = { target: IssueTarget; host: string; isLink: boolean }

function Target({ target: { url, status, pages, samples }, host, isLink }: TargetProps) {
  const parts = urlParts(url)
  const text = parts.host === host ? parts.path || '/' : url
  return (
    <details className={styles.causes}>
      <summary title={url}>
        <span>{text}</span> {(isLink ? words.linkTarget : words.canonicalTarget)(status, pages)}
      </summary>
      <ul>
        {samples.map((page) => (
          <li key={page.report_id}>
            <PageLink page={page} />
            {page.anchor !== null && <span>{words.anchor(page.anchor)}</span>}
          </li>
        ))}
        {samples.length < pages && <li>{websiteTabsWords.morePages(samples.length, pages)}</li>}
      </ul>
    </details>
  )
}
