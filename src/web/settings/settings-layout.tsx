import { useQuery } from '@tanstack/react-query'
import { NavLink, Outlet } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { OwnService, useFullKey } from '#web/data/service.ts'
import { classes } from '#web/ui/classes.ts'
import { settingsNavWords as words } from './words.ts'
import styles from './settings-layout.module.css'

/** The pages of the settings beside links to all of them, which stand above the page on narrow screens. */
export const Component = () => (
  <div className={styles.layout}>
    <SettingsNav />
    <div className={styles.page}>
      <Outlet />
    </div>
  </div>
)

function SettingsNav() {
  const isOwner = useFullKey()
  const { data: catalogue } = useQuery(checksQuery())
  return (
    <nav className={`not-printed ${styles.nav}`} aria-label={words.label}>
      <p className={`faint small ${styles.heading}`} id="settings-personal">
        {words.personal}
      </p>
      <ul aria-labelledby="settings-personal">
        <Item to={paths.settings()} label={words.you} />
        <Item to={paths.appearance()} label={words.appearance} />
        <Item to={paths.shortcuts()} label={words.shortcuts} />
      </ul>
      <p className={`faint small ${styles.heading}`} id="settings-team">
        {words.team}
      </p>
      <ul aria-labelledby="settings-team">
        {isOwner && <Item to={paths.keys()} label={words.keys} />}
        <OwnService>
          <Item to={paths.brand()} label={words.brand} />
        </OwnService>
        <Item to={paths.trackers()} label={words.trackers} />
        {isOwner && <Item to={paths.activity()} label={words.activity} />}
        {catalogue !== null && <Item to={paths.settingsChecks()} label={words.checks} />}
        {/* The bar at the bottom of phones has no room for it. */}
        <OwnService>
          <Item to={paths.links()} label={words.links} phoneOnly />
        </OwnService>
      </ul>
    </nav>
  )
}

type ItemProps = { to: string; label: string; phoneOnly?: boolean }

const Item = ({ to, label, phoneOnly }: ItemProps) => (
  <li className={classes(phoneOnly && styles.phoneOnly)}>
    <NavLink to={to} end className={`nav-link row ${styles.link}`}>
      {label}
    </NavLink>
  </li>
)
