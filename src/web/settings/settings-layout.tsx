import { NavLink, Outlet } from 'react-router-dom'
import { useTeamRole } from '#web/data/service.ts'
import { usePages } from '#web/resources/pages.ts'
import { classes } from '#web/ui/classes.ts'
import { settingsNavWords as words } from './words.ts'
import styles from './settings-layout.module.css'

/** The pages of the settings beside links to all of them, which stand above the page on narrow screens. */
export const Component = () => (
  <div className={`grid ${styles.layout}`}>
    <SettingsNav />
    <div className={styles.page}>
      <Outlet />
    </div>
  </div>
)

function SettingsNav() {
  const pages = usePages()
  const hasTeam = useTeamRole() !== 'guest'
  return (
    <nav className={`not-printed ${styles.nav}`} aria-label={words.label}>
      <p className={`faint small ${styles.heading}`} id="settings-personal">
        {words.personal}
      </p>
      <ul aria-labelledby="settings-personal">
        <Item to={pages.settings} label={words.account} />
        {pages.sessions && <Item to={pages.sessions} label={words.sessions} />}
        <Item to={pages.appearance} label={words.appearance} />
        <Item to={pages.shortcuts} label={words.shortcuts} />
      </ul>
      {hasTeam && (
        <>
          <p className={`faint small ${styles.heading}`} id="settings-team">
            {words.team}
          </p>
          <ul aria-labelledby="settings-team">
            {pages.people && <Item to={pages.people} label={words.people} />}
            {pages.signInSettings && <Item to={pages.signInSettings} label={words.signIn} />}
            {pages.googleSettings && <Item to={pages.googleSettings} label={words.google} />}
            {pages.clients && <Item to={pages.clients} label={words.clients} />}
            {pages.keys && <Item to={pages.keys} label={words.keys} />}
            {pages.brand && <Item to={pages.brand} label={words.brand} />}
            {pages.trackers && <Item to={pages.trackers} label={words.trackers} />}
            {pages.activity && <Item to={pages.activity} label={words.activity} />}
            {pages.settingsChecks && <Item to={pages.settingsChecks} label={words.checks} />}
            {pages.links && <Item to={pages.links} label={words.links} />}
            {/* The bar at the bottom of phones has no room for it. */}
            {pages.views && <Item to={pages.views} label={words.views} phoneOnly />}
          </ul>
        </>
      )}
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
