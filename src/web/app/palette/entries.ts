import { flushSync } from 'react-dom'
import { roundScore } from '#contract/rating.ts'
import type { View } from '#contract/views.ts'
import { startAnalysing } from '#web/analyse/analyse-request.ts'
import { keptServers } from '#web/data/kept-servers.ts'
import { addressOf } from '#web/data/page-url.ts'
import { server } from '#web/data/server.ts'
import { switchServer } from '#web/data/switch-server.ts'
import { paths } from '../paths.ts'
import { copyText } from '#web/ui/copy-button.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import * as rareIcons from '#web/ui/rare-icons.ts'
import { densities, type Preferences, schemes, setPreferences } from '#web/ui/preferences.ts'
import { showToast } from '#web/ui/toast.tsx'
import { viewPath } from '#web/views/view-path.ts'
import { paletteWords as words } from './words.ts'
import type { Ranked } from './rank.ts'
import type { Recent } from './recent-reports.ts'
import { show } from './shown.ts'

/** One line of the palette: a link when it leads somewhere, else something it does. */
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

/** The page of what the checks mean, where the server describes them. */
export const checksEntry: Entry = {
  key: 'page checks',
  kind: 'page',
  label: words.pages.checks,
  icon: 'check',
  to: paths.checks(),
}

/** The page of the links that open without a key, where the server makes them. */
export const linksEntry: Entry = {
  key: 'page links',
  kind: 'page',
  label: words.pages.links,
  icon: 'link',
  to: paths.links(),
}

/** For holders of a full key, where the server has them. */
export const ownerEntries: Entry[] = [
  { key: 'page keys', kind: 'page', label: words.pages.keys, icon: icons.key, to: paths.keys() },
  { key: 'page activity', kind: 'page', label: words.pages.activity, icon: 'list', to: paths.audit() },
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
  icon: rareIcons.page,
  to: paths.report(id),
})

export function actionEntries({ scheme, density }: Preferences): Entry[] {
  const saveView = document.querySelector<HTMLElement>('[data-save-view]')
  const action = (key: string, label: string, icon: IconName, act: () => void, terms?: string): Entry => ({
    key,
    kind: 'action',
    label,
    icon,
    act,
    terms,
  })
  return [
    ...(saveView ? [action('save view', words.saveView, 'bookmark', () => saveView.click())] : []),
    action('copy link', words.copyLink, 'link', () => void copyLink()),
    ...schemes
      .filter((one) => one !== scheme)
      .map((one) =>
        action(one, words.scheme[one], rareIcons.contrast, () => setPreferences({ scheme: one }), words.lookTerms),
      ),
    ...densities
      .filter((one) => one !== density)
      .map((one) => action(one, words.density[one], 'list', () => setPreferences({ density: one }), words.lookTerms)),
    ...(import.meta.env.MODE === 'static' ? switchEntries() : []),
    action('shortcuts', words.shortcuts, icons.info, () => show({ what: 'shortcuts' }), words.shortcutsTerms),
    action('sign out', words.signOut, icons.out, () => show({ what: 'sign-out' })),
  ]
}

/** The other servers that this browser keeps. */
const switchEntries = () =>
  keptServers()
    .filter(({ address }) => address !== server)
    .map(({ address, name }): Entry => ({
      key: `server ${address}`,
      kind: 'action',
      label: words.switchTo(name),
      terms: address,
      icon: 'globe',
      act: () => switchServer(address),
    }))

/** Where rich text goes, the link reads as the page is called. */
async function copyLink() {
  const link = document.createElement('a')
  link.href = addressOf(location.href)
  link.textContent = document.querySelector('h1')?.textContent ?? link.href
  await copyText(link.href, link.outerHTML)
  showToast({ text: words.linkCopied })
}

/** Whether somebody has typed the address of a page rather than words. */
const looksLikeAddress = (typed: string) =>
  /^(?:https?:\/\/\S+|[^\s/:?#]+\.[^\s/:?#.]{2,}(?:[:/?#]\S*)?|localhost(?:[:/]\S*)?)$/i.test(typed)

export function analyseEntries(typed: string): Entry[] {
  const address = typed.trim()
  if (address.length > 2048 || !looksLikeAddress(address)) return []
  const hasScheme = /^https?:/i.test(address)
  return [
    {
      key: 'analyse',
      kind: 'action',
      label: words.analyse(address),
      terms: hasScheme ? address : '',
      sure: true,
      icon: icons.plus,
      act: () => analyse(address),
    },
  ]
}

/** In the field of the top bar, which also says how it goes. One that is busy, or holds a longer address, only gets the focus. */
function analyse(address: string) {
  flushSync(() => startAnalysing(address))
  const field = document.querySelector<HTMLInputElement>('#analyse-url')
  if (field?.value === address && !field.readOnly) field.form?.requestSubmit()
}
