import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { Link as RouteLink } from 'react-router-dom'
import { type Link, shownVisits } from '#contract/sharing/links.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { isActive, linkQueries, type LinkState, linkState } from '#web/resources/link-queries.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { viewPath } from '#web/resources/views.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/page.tsx'
import { RelativeTime, formatAbsolute } from '#web/ui/time.tsx'
import { UrlText } from '#web/ui/url.tsx'
import { linksWords as words } from './words.ts'
import rows from '#web/ui/rows.module.css'
import styles from './links-page.module.css'

const stateIcons: Record<LinkState, IconName> = {
  live: 'check',
  snapshot: 'page',
  expired: 'cross',
  revoked: 'cross',
  'target-deleted': 'warn',
}

/** A share link: its target, status and visit count. */
export function LinkRow({ link, onRevoke }: { link: Link; onRevoke: (() => void) | undefined }) {
  const [visitsOpen, setVisitsOpen] = useState(false)
  const state = linkState(link)
  const active = isActive(link)
  const canEdit = useCanEdit(link.website_id)
  // That of a list is theirs, if they see it.
  const canRevoke = active && (canEdit || link.website_id === null)
  const name = link.label || link.title
  const target = targetPath(link)
  const title = link.kind === 'report' ? <UrlText url={link.title} /> : link.title
  return (
    <li className={rows.row} data-link={link.id} data-inactive={!active || undefined}>
      <div className="about">
        {link.label && <span className="medium">{link.label}</span>}
        <span className={`muted small ${styles.target}`}>
          {words.kinds[link.kind]} · {target ? <RouteLink to={target}>{title}</RouteLink> : title}
        </span>
        <span className="muted small">
          {facts(link, state).map((fact, at) => (
            <Fragment key={at}>
              {at > 0 && '\u00a0· '}
              {fact}
            </Fragment>
          ))}
        </span>
      </div>
      <span className={`row faint small medium ${rows.state}`} data-state={state}>
        <Icon name={stateIcons[state]} />
        {words.states[state]}
      </span>
      {onRevoke && canRevoke ? (
        <Button size="s" icon="trash" aria-label={words.revokeThis(name)} onClick={onRevoke}>
          {words.revoke}
        </Button>
      ) : (
        <span />
      )}
      {link.opens_count === 0 ? (
        <p className={`faint small ${styles.visits}`}>{words.visitCount(0)}</p>
      ) : (
        <details
          className={`muted small ${styles.visits}`}
          onToggle={(event) => setVisitsOpen(event.currentTarget.open)}
        >
          <summary>
            {words.visitCount(link.opens_count)}
            {link.last_opened_at && (
              <>
                , {words.lastVisit} <RelativeTime iso={link.last_opened_at} />
              </>
            )}
          </summary>
          {visitsOpen && <Visits id={link.id} name={name} />}
        </details>
      )}
    </li>
  )
}

/** Returns the page of the target for users with a key, or null if the target was deleted. */
function targetPath({ kind, report_id, website_id, list, query, gone }: Link): string | null {
  if (gone) return null
  if (kind === 'report') return report_id === null ? null : paths.report(report_id)
  if (kind === 'website') return website_id === null ? null : paths.websiteIssues(website_id)
  return list === null ? null : viewPath({ list, query: query ?? '' })
}

function facts(
  { created_by, created_at, expires_at, revoked_at, has_password, can_check, clicks }: Link,
  state: LinkState,
): ReactNode[] {
  return [
    <>
      {words.created} <RelativeTime iso={created_at} /> {created_by && words.createdBy(created_by)}
    </>,
    state === 'revoked' && revoked_at ? (
      <>
        {words.revokedOn} <RelativeTime iso={revoked_at} />
      </>
    ) : expires_at === null ? (
      words.noExpiry
    ) : (
      <>
        {state === 'expired' ? words.expired : words.expires}{' '}
        <time dateTime={expires_at}>{formatAbsolute(new Date(expires_at))}</time>
      </>
    ),
    has_password && words.password,
    can_check && words.canCheck,
    clicks && words.clicks,
  ].filter(Boolean)
}

/** The latest visits of a link, newest first: the time and the client. */
function Visits({ id, name }: { id: number; name: string }) {
  const { data, error } = useQuery({ ...linkQueries.visits(id), staleTime: 0 })
  if (error && !data) return <p role="alert">{errorSentence(asApiError(error))}</p>
  if (!data) return <Skeleton height="4rem" />
  if (data.length === 0) return <p>{words.noVisits}</p>
  return (
    <>
      <ol className={`stack scrolls ${styles.list}`} tabIndex={0} aria-label={words.visitsOf(name)}>
        {data.map(({ opened_at, client }, at) => (
          <li key={at}>
            <time dateTime={opened_at}>{formatAbsolute(new Date(opened_at))}</time>
            <span>{client}</span>
          </li>
        ))}
      </ol>
      {data.length >= shownVisits && <p>{words.latestShown(shownVisits)}</p>}
    </>
  )
}
