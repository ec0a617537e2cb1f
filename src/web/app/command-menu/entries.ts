import type { CheckInfo } from '#contract/analysis.ts'
import { maxUrlLength } from '#contract/forms/report-forms.ts'
import { roundScore } from '#contract/rating.ts'
import type { View } from '#contract/views.ts'
import { openAddDialog, requestAnalysis } from '#web/data/analyse-request.ts'
import { knownServers, switchServer } from '#web/data/known-servers.ts'
import { densities, type Preferences, schemes, setPreferences } from '#web/data/preferences.ts'
import { addressOf, server } from '#web/data/server.ts'
import { copyText, richLink } from '#web/ui/copy-button.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { pageAction } from '#web/ui/page-actions.ts'
import { showToast } from '#web/ui/toast.tsx'
import { viewPath } from '#web/views/view-path.ts'
import { paths } from '../paths.ts'
import { overlay } from './overlay.ts'
import type { Ranked } from './rank.ts'
import type { Recent } from './recent-reports.ts'
import { commandMenuWords as words } from './words.ts'

/** One row of the command menu: a link, or an action. */
export type Entry = Ranked & {
  key: string
  kind: keyof typeof words.kinds
  detail?: string | undefined
  icon: IconName
} & ({ to: string } | { act: () => void })

export const pageEntries: Entry[] = [
  { key: 'page reports', kind: 'page', label: words.pages.reports, icon: 'list', to: paths.reports() },
  { key: 'page websites', kind: 'page', label: words.pages.websites, icon: 'globe', to: paths.websites() },
  { key: 'page views', kind: 'page', label: words.pages.views, icon: 'bookmark', to: paths.views() },
  { key: 'page settings', kind: 'page', label: words.pages.settings, icon: 'settings', to: paths.settings() },
]

/** If the server has an overview. */
export const overviewEntry: Entry = {
  key: 'page overview',
  kind: 'page',
  label: words.pages.overview,
  icon: 'chart',
  to: paths.home(),
}

/** If the server describes its checks. */
export const checksEntry: Entry = {
  key: 'page checks',
  kind: 'page',
  label: words.pages.checks,
  icon: 'check',
  to: paths.checks(),
}

/** If the server offers share links. */
export const linksEntry: Entry = {
  key: 'page links',
  kind: 'page',
  label: words.pages.links,
  icon: 'link',
  to: paths.links(),
}

/** If the server watches views. */
export const alertsEntry: Entry = {
  key: 'page alerts',
  kind: 'page',
  label: words.pages.alerts,
  terms: words.alertsTerms,
  icon: 'bell',
  to: paths.alerts(),
}

/** If the server has schedules. */
export const schedulesEntry: Entry = {
  key: 'page schedules',
  kind: 'page',
  label: words.pages.schedules,
  terms: words.schedulesTerms,
  icon: 'again',
  to: `${paths.alerts()}?tab=schedules`,
}

/** For keys that can write. */
export const addEntry: Entry = {
  key: 'add many',
  kind: 'action',
  label: words.addMany,
  terms: words.addTerms,
  icon: 'plus',
  act: () => openAddDialog(''),
}

/** For keys with full access, if the server manages keys. */
export const ownerEntries: Entry[] = [
  { key: 'page keys', kind: 'page', label: words.pages.keys, icon: 'key', to: paths.keys() },
  { key: 'page activity', kind: 'page', label: words.pages.activity, icon: 'list', to: paths.activity() },
]

export const viewEntry = (view: View): Entry => ({
  key: `view ${view.id}`,
  kind: 'view',
  label: view.name,
  icon: 'bookmark',
  to: viewPath(view),
})

export const reportEntry = ({ id, url, score }: Recent): Entry => ({
  key: `report ${id}`,
  kind: 'report',
  label: url,
  detail: score === null ? undefined : words.score(roundScore(score)),
  icon: 'page',
  to: paths.report(id),
})

/** Found by its name, or by the words people use for it. */
export const checkEntry = ({ id, name, title_pass, aliases }: CheckInfo): Entry => ({
  key: `check ${id}`,
  kind: 'check',
  label: name ?? title_pass,
  terms: [id, ...aliases].join(' '),
  icon: 'check',
  to: paths.checks(id),
})

export function actionEntries({ scheme, density }: Preferences): Entry[] {
  const saveView = pageAction('saveView')
  const action = (key: string, label: string, icon: IconName, act: () => void, terms?: string): Entry => ({
    key,
    kind: 'action',
    label,
    icon,
    act,
    terms,
  })
  return [
    ...(saveView ? [action('save view', words.saveView, 'bookmark', saveView)] : []),
    action('copy link', words.copyLink, 'link', () => void copyLink()),
    ...schemes
      .filter((one) => one !== scheme)
      .map((one) => action(one, words.scheme[one], 'contrast', () => setPreferences({ scheme: one }), words.lookTerms)),
    ...densities
      .filter((one) => one !== density)
      .map((one) =>
        action(one, words.density[one], 'columns', () => setPreferences({ density: one }), words.lookTerms),
      ),
    ...(import.meta.env.MODE === 'static' ? switchEntries() : []),
    action('shortcuts', words.shortcuts, 'info', () => overlay.set({ what: 'shortcuts' }), words.shortcutsTerms),
    action('sign out', words.signOut, 'out', () => overlay.set({ what: 'sign-out' })),
  ]
}

/** The other servers kept in this browser. */
const switchEntries = () =>
  knownServers()
    .filter(({ address }) => address !== server)
    .map(({ address, name }): Entry => ({
      key: `server ${address}`,
      kind: 'action',
      label: words.switchTo(name),
      terms: address,
      icon: 'globe',
      act: () => switchServer(address),
    }))

/** In rich text the link has the page's heading as its text. */
async function copyLink() {
  const url = addressOf(location.href)
  await copyText(url, richLink(url, document.querySelector('h1')?.textContent ?? url))
  showToast({ text: words.linkCopied })
}

/** Whether the text is a page's URL rather than words. */
const looksLikeUrl = (typed: string) =>
  /^(?:https?:\/\/\S+|[^\s/:?#]+\.[^\s/:?#.]{2,}(?:[:/?#]\S*)?|localhost(?:[:/]\S*)?)$/i.test(typed)

export function analyseEntries(typed: string): Entry[] {
  const url = typed.trim()
  if (url.length > maxUrlLength || !looksLikeUrl(url)) return []
  const hasScheme = /^https?:/i.test(url)
  return [
    {
      key: 'analyse',
      kind: 'action',
      label: words.analyse(url),
      terms: hasScheme ? url : '',
      sure: true,
      icon: 'plus',
      act: () => requestAnalysis(url),
    },
  ]
}
