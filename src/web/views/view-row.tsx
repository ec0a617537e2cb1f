import { type DragEventHandler } from 'react'
import { Link } from 'react-router-dom'
import { reportListParams, websiteListParams } from '#contract/lists/list-query.ts'
import { readQuery } from '#contract/lists/query-params.ts'
import { reportViewName, websiteViewName, type View } from '#contract/lists/views.ts'
import { viewPath } from '#web/resources/views.ts'
import { useWebsiteName } from '#web/resources/websites.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { pinView } from './pinned-views.tsx'
import { ScheduleAndAlerts } from './schedule-and-alerts.tsx'
import { useViewCount } from './view-count.tsx'
import { viewsWords as words } from './words.ts'
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
  onRemove: () => void
  drag: Drag
}

export function ViewRow({
  view,
  canWrite,
  index,
  last,
  pinned,
  dropSide,
  onMove,
  onRename,
  onRemove,
  drag,
}: ViewRowProps) {
  const { name } = view
  const { count, isWebsiteDeleted } = useViewCount(view)
  return (
    <li
      className={classes(styles.row, dropSide && styles[dropSide])}
      draggable={canWrite}
      data-view-id={view.id}
      {...(canWrite && drag)}
    >
      <span className={styles.grip} aria-hidden="true" />
      <div className={`stack ${styles.about}`}>
        <Link to={viewPath(view)} className={styles.name} data-view-link>
          {name}
        </Link>
        <ViewDescription view={view} />
        <div className={styles.scheduleAndAlerts}>
          <ScheduleAndAlerts view={view} />
        </div>
        {isWebsiteDeleted && (
          <p className={`row small ${styles.warning}`}>
            <Icon name="warn" />
            {words.websiteDeleted}
          </p>
        )}
      </div>
      <span className={`muted ${styles.count}`}>{!isWebsiteDeleted && count}</span>
      <div className={styles.actions}>
        {canWrite && (
          <>
            <Button
              variant="plain"
              size="s"
              iconOnly
              icon="up"
              data-move="up"
              aria-disabled={index === 0}
              onClick={() => index > 0 && onMove(index - 1)}
            >
              {words.up(name)}
            </Button>
            <Button
              variant="plain"
              size="s"
              iconOnly
              icon="down"
              data-move="down"
              aria-disabled={last}
              onClick={() => !last && onMove(index + 1)}
            >
              {words.down(name)}
            </Button>
          </>
        )}
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
          <>
            <Button variant="plain" size="s" iconOnly icon="pencil" onClick={onRename}>
              {words.renameThis(name)}
            </Button>
            <Button variant="plain" size="s" iconOnly icon="trash" onClick={onRemove}>
              {words.removeThis(name)}
            </Button>
          </>
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
  const description =
    list === 'reports'
      ? reportViewName(reportsQuery, website?.full ?? null)
      : websiteViewName(readQuery(websiteListParams, search).query)
  return description !== name && <p className={`faint small ${styles.description}`}>{description}</p>
}
