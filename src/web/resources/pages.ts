import { useQuery } from '@tanstack/react-query'
import { supports } from '#contract/service-info.ts'
import { paths } from '#web/app/paths.ts'
import { chosenPageSize, usePreferences } from '#web/data/preferences.ts'
import {
  serviceInfoQuery,
  useFullAccess,
  useHasPeople,
  useOwnerAccess,
  useOwnPerson,
  useOwnService,
  useTeamRole,
} from '#web/data/service.ts'
import { listLinks } from './list-links.ts'

export type Pages = ReturnType<typeof usePages>

/**
 * The paths of the pages to which the sidebar, the settings, the command menu and the keys lead; null for those that
 * the server or the reader doesn't have. Until the server has described itself, it is taken for our own service.
 */
export function usePages() {
  const isOwn = useOwnService() !== false
  const isOwner = useOwnerAccess()
  const hasFullAccess = useFullAccess()
  const role = useTeamRole()
  const hasPeople = useHasPeople()
  const person = useOwnPerson()
  const { data: service } = useQuery(serviceInfoQuery())
  usePreferences()
  const own = (path: string) => (isOwn ? path : null)
  const ofTeam = <Path>(path: Path) => (role === 'guest' ? null : path)
  const full = (path: string) => (hasFullAccess ? path : null)
  const owner = (path: string) => (isOwner ? path : null)
  return {
    overview: own(paths.home()),
    reports: listLinks.reports(isOwn ? { latest: '1' } : {}),
    websites: listLinks.websites(isOwn ? {} : { sort_by: 'id' }),
    website: (id: number) => (isOwn ? paths.websiteIssues(id) : paths.website(id)),
    views: ofTeam(own(paths.views())),
    settings: paths.settings(),
    appearance: paths.appearance(),
    shortcuts: paths.shortcuts(),
    trackers: ofTeam(paths.trackers()),
    brand: role === 'owner' ? paths.brand() : null,
    checks: own(paths.checks()),
    settingsChecks: ofTeam(own(paths.settingsChecks())),
    runs: ofTeam(own(paths.runs(chosenPageSize()))),
    schedules: ofTeam(own(paths.schedules())),
    alerts: own(paths.alerts()),
    links: ofTeam(own(paths.links())),
    sessions: person ? paths.sessions() : null,
    people: hasPeople ? owner(paths.people()) : null,
    signInSettings: hasPeople ? owner(paths.signInSettings()) : null,
    googleSettings: supports(service, 'search_console') ? owner(paths.googleSettings()) : null,
    clients: supports(service, 'clients') ? owner(paths.clients()) : null,
    keys: full(paths.keys()),
    activity: full(paths.activity()),
  }
}
