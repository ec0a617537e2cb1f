import { paths } from '#web/app/paths.ts'
import { chosenPageSize, usePreferences } from '#web/data/preferences.ts'
import { useFullKey, useOwnService } from '#web/data/service.ts'
import { listLinks } from './list-links.ts'

export type Pages = ReturnType<typeof usePages>

/**
 * The paths of the pages to which the sidebar, the settings, the command menu and the keys lead; null for those that
 * the server or the key doesn't have. Until the server has described itself, it is taken for our own service.
 */
export function usePages() {
  const isOwn = useOwnService() !== false
  const isOwner = useFullKey()
  usePreferences()
  const own = (path: string) => (isOwn ? path : null)
  const owner = (path: string) => (isOwner ? path : null)
  return {
    overview: own(paths.home()),
    reports: listLinks.reports(isOwn ? { latest: '1' } : {}),
    websites: listLinks.websites(isOwn ? {} : { sort_by: 'id' }),
    website: (id: number) => (isOwn ? paths.websiteIssues(id) : paths.website(id)),
    views: own(paths.views()),
    settings: paths.settings(),
    appearance: paths.appearance(),
    shortcuts: paths.shortcuts(),
    trackers: paths.trackers(),
    brand: own(paths.brand()),
    checks: own(paths.checks()),
    settingsChecks: own(paths.settingsChecks()),
    runs: own(paths.runs(chosenPageSize())),
    schedules: own(paths.schedules()),
    alerts: own(paths.alerts()),
    links: own(paths.links()),
    keys: owner(paths.keys()),
    activity: owner(paths.activity()),
  }
}
