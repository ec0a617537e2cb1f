import { namesOf } from '#contract/lists/query-params.ts'
import type { View } from '#contract/lists/views.ts'
import type { CheckInfo } from '#contract/reports/analysis.ts'
import { roundScore } from '#contract/reports/rating.ts'
import { maxUrlLength } from '#contract/values.ts'
import type { AnyWebsite } from '#contract/websites/website.ts'
import type { AnalyseRequests } from '#web/data/analyse-request.ts'
import { knownServers, switchServer } from '#web/data/known-servers.ts'
import { densities, type Preferences, schemes, setPreferences } from '#web/data/preferences.ts'
import { absoluteUrl, server } from '#web/data/server.ts'
import { listLinks } from '#web/resources/list-links.ts'
import type { Pages } from '#web/resources/pages.ts'
import { viewPath } from '#web/resources/views.ts'
import { websitePath } from '#web/resources/websites.tsx'
import { copyText, richLink } from '#web/ui/copy-button.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { pageAction } from '#web/ui/shortcuts.ts'
import { unicodeHost } from '#web/ui/text.ts'
import { showToast } from '#web/ui/toast.tsx'
import { paths } from '../paths.ts'
import { overlay } from './overlay.ts'
import type { Ranked } from './rank.ts'
import type { Recent } from './recent-reports.ts'
import { commandMenuWords as words } from './words.ts'

/** One row of the command menu: a link, or an action. */
export type Entry = Ranked & {
  key: string
  group: keyof typeof words.groups
  detail?: string | undefined
  icon: IconName
} & ({ to: string } | { act: () => void })

/** The pages in the order of the menu: their icons, and words by which they are found too. */
const pagesOfMenu = [
  ['overview', 'chart'],
  ['reports', 'list'],
  ['websites', 'globe'],
  ['views', 'bookmark'],
  ['settings', 'settings'],
  ['appearance', 'contrast', words.lookTerms],
  ['shortcuts', 'info', words.shortcutsTerms],
  ['trackers', 'link', words.trackersTerms],
  ['brand', 'page', words.brandTerms],
  ['checks', 'check'],
  ['runs', 'again', words.runsTerms],
  ['alerts', 'bell', words.alertsTerms],
  ['schedules', 'again', words.schedulesTerms],
  ['links', 'link'],
  ['sessions', 'lock', words.sessionsTerms],
  ['people', 'person', words.peopleTerms],
  ['signInSettings', 'lock', words.signInTerms],
  ['googleSettings', 'chart', words.googleTerms],
  ['clients', 'globe', words.clientsTerms],
  ['keys', 'key'],
  ['activity', 'list'],
] as const satisfies readonly [name: Exclude<keyof Pages, 'website'>, icon: IconName, terms?: string][]

export const pageEntries = (pages: Pages): readonly Entry[] =>
  pagesOfMenu.flatMap(([name, icon, terms]) => {
    const to = pages[name]
    return to === null ? [] : { key: `page ${name}`, group: 'go', label: words.pages[name], icon, to, terms }
  })

/** For keys that can write. */
export const addEntry = ({ openAddDialog }: AnalyseRequests): Entry => ({
  key: 'add many',
  group: 'command',
  label: words.addMany,
  terms: words.addTerms,
  eager: true,
  icon: 'plus',
  act: () => openAddDialog(''),
})

export const viewEntry = (view: View): Entry => ({
  key: `view ${view.id}`,
  group: 'go',
  label: view.name,
  icon: 'bookmark',
  to: viewPath(view),
})

export const websiteEntry = (website: AnyWebsite): Entry => ({
  key: `website ${website.id}`,
  group: 'website',
  label: unicodeHost(website.domain),
  terms: website.domain,
  detail: website.reports_count === null ? undefined : words.reports(website.reports_count),
  icon: 'globe',
  to: websitePath(website),
})

export const reportEntry = ({ id, url, score }: Recent, group: 'recent' | 'report' = 'report'): Entry => ({
  key: `report ${id}`,
  group,
  label: url,
  detail: score === null ? undefined : words.score(roundScore(score)),
  icon: 'page',
  to: paths.report(id),
})

/** Found by its name, or by the words people use for it. */
export const checkEntry = ({ id, name, title_pass, aliases }: CheckInfo): Entry => ({
  key: `check ${id}`,
  group: 'check',
  label: name ?? title_pass,
  terms: [id, ...aliases].join(' '),
  icon: 'check',
  to: paths.checks(id),
})

/** The pages of a website, or of all, that have an issue. */
export const issueEntry = (check: CheckInfo, pages: number, websiteId: number | null): Entry => ({
  ...checkEntry(check),
  key: `issue ${check.id}`,
  group: 'issue',
  detail: words.onPages(pages),
  icon: 'filter',
  to: issuePath(check.id, websiteId),
})

const issuePath = (check: string, websiteId: number | null) =>
  websiteId === null ? listLinks.reports({ latest: '1', check }) : listLinks.websitePages(websiteId, { check })

/** In the order of the menu. Enter runs the first one, so it changes nothing. */
const pageActionIcons = {
  share: 'link',
  document: 'page',
  against: 'columns',
  exportCsv: 'download',
  exportJson: 'download',
  saveView: 'bookmark',
  again: 'again',
  crawl: 'globe',
  privacy: 'lock',
  remove: 'trash',
  selectedAgain: 'again',
  selectedPrivacy: 'lock',
  selectedRemove: 'trash',
} as const

/** What the open page offers. */
export function pageActionEntries(): Entry[] {
  const offered = namesOf(pageActionIcons).flatMap((name): Entry[] => {
    const act = pageAction(name)
    return act
      ? [{ key: name, group: 'page', ...words.pageActions[name], eager: true, icon: pageActionIcons[name], act }]
      : []
  })
  return [
    ...offered,
    { key: 'copy link', group: 'page', label: words.copyLink, icon: 'copy', act: () => void copyLink() },
  ]
}

export function actionEntries({ scheme, density }: Preferences): Entry[] {
  const action = (key: string, label: string, icon: IconName, act: () => void, terms?: string): Entry => ({
    key,
    group: 'command',
    label,
    icon,
    act,
    terms,
  })
  return [
    ...schemes
      .filter((other) => other !== scheme)
      .map((other) =>
        action(other, words.scheme[other], 'contrast', () => setPreferences({ scheme: other }), words.lookTerms),
      ),
    ...densities
      .filter((other) => other !== density)
      .map((other) =>
        action(other, words.density[other], 'columns', () => setPreferences({ density: other }), words.lookTerms),
      ),
    ...(import.meta.env.MODE === 'static' ? switchEntries() : []),
    action('shortcuts', words.shortcuts, 'info', () => overlay.set('shortcuts'), words.shortcutsTerms),
    action('sign out', words.signOut, 'out', () => overlay.set('sign-out')),
  ]
}

/** The other servers kept in this browser. */
const switchEntries = () =>
  knownServers()
    .filter(({ address }) => address !== server)
    .map(({ address, name }): Entry => ({
      key: `server ${address}`,
      group: 'command',
      label: words.switchTo(name),
      terms: address,
      icon: 'globe',
      act: () => switchServer(address),
    }))

/** In rich text the link has the page's heading as its text. */
async function copyLink() {
  const url = absoluteUrl(location.href)
  await copyText(url, richLink(url, document.querySelector('h1')?.textContent ?? url))
  showToast({ text: words.linkCopied })
}

/** Returns true if the text is a page's URL rather than words. */
const looksLikeUrl = (typed: string) =>
  /^(?:https?:\/\/\S+|[^\s/:?#]+\.[^\s/:?#.]{2,}(?:[:/?#]\S*)?|localhost(?:[:/]\S*)?)$/i.test(typed)

export function analyseEntries(typed: string, { analyse }: AnalyseRequests): Entry[] {
  const url = typed.trim()
  if (url.length > maxUrlLength || !looksLikeUrl(url)) return []
  return [
    {
      key: 'analyse',
      group: 'command',
      label: words.analyse(url),
      sure: true,
      icon: 'plus',
      act: () => analyse(url),
    },
  ]
}
