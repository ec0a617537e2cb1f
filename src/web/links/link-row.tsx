import { Fragment, type ReactNode, useState } from 'react'
import { Link as RouteLink } from 'react-router-dom'
import type { Link } from '#contract/links.ts'
import { type LinkState, opensNow, stateOf } from './queries.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { formatAbsolute } from '#web/ui/time.ts'
import { viewPath } from '#web/views/view-path.ts'
import { linksWords as words } from './words.ts'
import { Openings } from './openings.tsx'
import styles from './links-page.module.css'

const marks: Record<LinkState, IconName> = {
  live: 'check',
  frozen: 'lock',
  ended: 'cross',
  revoked: 'cross',
  gone: 'warn',
}

/** One link: what it leads to, how it stands, and how often it was opened. */
export function LinkRow({ link, onRevoke }: { link: Link; onRevoke: (() => void) | undefined }) {
  const [unfolded, setUnfolded] = useState(false)
  const state = stateOf(link)
  const name = link.label || link.title
  const target = targetOf(link)
  return (
    <li className={styles.row} data-link={link.id} data-over={!opensNow(link) || undefined}>
      <div className={styles.about}>
        {link.label && <span className={styles.name}>{link.label}</span>}
        <span className={styles.target}>
          {words.kinds[link.kind]} · {target ? <RouteLink to={target}>{link.title}</RouteLink> : link.title}
        </span>
        <span className={styles.facts}>
          <Parts parts={factsOf(link, state)} />
        </span>
      </div>
      <span className={styles.state} data-state={state}>
        <Icon name={marks[state]} />
        {words.states[state]}
      </span>
      {onRevoke && opensNow(link) ? (
        <Button size="s" icon="trash" aria-label={words.revokeThis(name)} onClick={onRevoke}>
          {words.revoke}
        </Button>
      ) : (
        <span />
      )}
      <details className={styles.openings} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
        <summary>
          {words.opened(link.opens_count)}
          {link.last_opened_at && (
            <>
              , {words.lastOpened} <RelativeTime iso={link.last_opened_at} />
            </>
          )}
        </summary>
        {unfolded && <Openings id={link.id} name={name} />}
      </details>
    </li>
  )
}

/** Where what it leads to stands, for those with a key. */
function targetOf({ kind, report_id, website_id, list, query, gone }: Link): string | null {
  if (gone) return null
  if (kind === 'report') return report_id === null ? null : paths.report(report_id)
  if (kind === 'website') return website_id === null ? null : paths.website(website_id)
  return list === null ? null : viewPath({ list, query: query ?? '' })
}

function factsOf(
  { created_by, created_at, expires_at, revoked_at, has_password }: Link,
  state: LinkState,
): ReactNode[] {
  return [
    <>
      {words.made} <RelativeTime iso={created_at} /> {created_by && words.by(created_by)}
    </>,
    state === 'revoked' && revoked_at ? (
      <>
        {words.revokedOn} <RelativeTime iso={revoked_at} />
      </>
    ) : expires_at === null ? (
      words.never
    ) : (
      <>
        {state === 'ended' ? words.endedOn : words.endsOn}{' '}
        <time dateTime={expires_at}>{formatAbsolute(new Date(expires_at))}</time>
      </>
    ),
    has_password && words.password,
  ].filter(Boolean)
}

const Parts = ({ parts }: { parts: ReactNode[] }) =>
  parts.map((part, at) => (
    <Fragment key={at}>
      {at > 0 && ' · '}
      {part}
    </Fragment>
  ))
