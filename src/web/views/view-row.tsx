import { type DragEventHandler } from 'react'
import { Link } from 'react-router-dom'
import { readId, reportListParams, websiteListParams } from '#contract/lists/list-query.ts'
import { pageFilterLabels } from '#contract/lists/page-filters.ts'
import { readQuery } from '#contract/lists/query-params.ts'
import { reportViewName, websiteViewName, type View, type ViewOwner } from '#contract/lists/views.ts'
import { useOwnPerson } from '#web/data/service.ts'
import { useClientName } from '#web/resources/clients.ts'
import { unknownWebsite, useCanEdit, useCanEditAll } from '#web/resources/me.ts'
import { viewPath } from '#web/resources/views.ts'
import { useWebsiteName } from '#web/resources/websites.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { pinView } from './pinned-views.tsx'
import { ScheduleAndAlerts } from './schedule-and-alerts.tsx'
import { useViewCount } from './view-count.tsx'
import { viewsWords as words } from './words.ts'
import line from './opened-view.module.css'
import styles from './views-page.module.css'

export type Drag = Record<'onDragStart' | 'onDragOver' | 'onDrop' | 'onDragEnd', DragEventHandler<HTMLLIElement>>

type ViewRowProps = {
  view: View
  /** Without it, the view can only be opened and pinned. */
  canWrite: boolean
  index: number
  last: boolean
  pinned: boolean
  dropSide: 'before' | 'after' | null
  onMove: (to: number) => void
  onRename: () => void
  onGive: (owner: ViewOwner) => void
  onRemove: () => void
  drag: Drag
}

/** Returns whether the reader can change a view: theirs, or of a client or a website that they can edit. */
function useCanChange({ owner, client_id, query }: View): boolean {
  const website = readId(new URLSearchParams(query).get('website_id') ?? '')
  const canEditWebsite = useCanEdit(website)
  const canEditClient = useCanEditAll([unknownWebsite(client_id)])
  return owner === 'me' || canEditClient || canEditWebsite
}

export function ViewRow({
  view,
  canWrite: canWriteAny,
  index,
  last,
  pinned,
  dropSide,
  onMove,
  onRename,
  onGive,
  onRemove,
  drag,
}: ViewRowProps) {
  const { name, owner } = view
  const canWrite = [canWriteAny, useCanChange(view)].every(Boolean)
  const isPerson = useOwnPerson() !== null
  const other = owner === 'me' ? 'team' : 'me'
  const { count, isWebsiteDeleted } = useViewCount(view)
  return (
    <li
      className={classes(styles.row, dropSide && styles[dropSide])}
      draggable={canWrite}
      data-view-id={view.id}
      {...(canWrite && drag)}
    >
      <span className={styles.grip} aria-hidden="true" />
      <div className="about">
        <Link to={viewPath(view)} className={`medium breaks ${styles.name}`} data-view-link>
          {name}
        </Link>
        {owner === 'me' && (
          <span className="row tight small muted">
            <Icon name="person" />
            {words.owners.me}
          </span>
        )}
        <ViewDescription view={view} />
        <div className={`small ${line.line} ${styles.scheduleAndAlerts}`}>
          <ScheduleAndAlerts view={view} />
        </div>
        {isWebsiteDeleted && (
          <p className={`row small ${styles.warning}`}>
            <Icon name="warn" />
            {words.websiteDeleted}
          </p>
        )}
      </div>
      <span className="muted">{!isWebsiteDeleted && count}</span>
      <div className={`row dense ${styles.actions}`}>
        <Button
          variant="plain"
          size="s"
          iconOnly
          icon="pin"
          className={pinned ? styles.pinned : undefined}
          aria-pressed={pinned}
          onClick={() => pinView(view.id, !pinned)}
        >
          {words.pinThis(name)}
        </Button>
        {canWrite && (
          <Menu
            size="s"
            label={words.actionsFor(name)}
            items={[
              { label: words.up, icon: 'up', disabled: index === 0, onSelect: () => onMove(index - 1) },
              { label: words.down, icon: 'down', disabled: last, onSelect: () => onMove(index + 1) },
              { label: words.renameIt, icon: 'pencil', onSelect: onRename },
              ...(isPerson
                ? [{ label: words.giveTo[other], icon: 'person' as const, onSelect: () => onGive(other) }]
                : []),
              { label: words.removeIt, icon: 'trash', danger: true, onSelect: onRemove },
            ]}
          />
        )}
      </div>
    </li>
  )
}

/** The filters and the order of a view in words, unless its name has them. */
function ViewDescription({ view: { name, list, query } }: { view: View }) {
  const search = new URLSearchParams(query)
  const { query: reportsQuery } = readQuery(reportListParams, search)
  const website = useWebsiteName(list === 'reports' ? reportsQuery.website_id : null)
  const { query: websitesQuery } = readQuery(websiteListParams, search)
  const client = useClientName(list === 'reports' ? reportsQuery.client : websitesQuery.client)
  const description =
    list === 'reports'
      ? reportViewName(
          reportsQuery,
          website?.full ?? null,
          Object.values(pageFilterLabels(reportsQuery, { check: reportsQuery.check, client })),
        )
      : websiteViewName(websitesQuery, client)
  return description !== name && <p className="faint small">{description}</p>
}
