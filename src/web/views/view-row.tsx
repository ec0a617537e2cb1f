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
      <div className="about">
        <Link to={viewPath(view)} className={`medium breaks ${styles.name}`} data-view-link>
          {name}
        </Link>
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
  const description =
    list === 'reports'
      ? reportViewName(reportsQuery, website?.full ?? null)
      : websiteViewName(readQuery(websiteListParams, search).query)
  return description !== name && <p className="faint small">{description}</p>
}
