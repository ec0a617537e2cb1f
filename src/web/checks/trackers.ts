import * as z from 'zod'
import { storedValue } from '#web/data/browser-storage.ts'
import { server } from '#web/data/server.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** Issue trackers whose form for a new issue takes a title and a text from its URL. */
export const trackers = ['jira', 'github', 'linear'] as const
export type Tracker = (typeof trackers)[number]
export const trackerLabels: Record<Tracker, string> = { jira: 'Jira', github: 'GitHub', linear: 'Linear' }

const url = z.string().optional()

/** URLs as typed: of a Jira site with `pid` and `issuetype`, a GitHub repository or a Linear team. */
const TrackerUrls = z.object({ jira: url, github: url, linear: url } satisfies Record<Tracker, unknown>)
export type TrackerUrls = z.infer<typeof TrackerUrls>

const stored = storedValue('browser', `seo-reports:trackers:${server}`, TrackerUrls, {})
/** Module state: one choice for all of this browser. */
const urls = createStore(stored.get())

export const useTrackerUrls = () => useStore(urls)

/** Keeps the URL in this browser; an empty one removes it. */
export function setTrackerUrl(tracker: Tracker, url: string) {
  const { [tracker]: _, ...others } = urls.get()
  urls.set(url === '' ? others : { ...others, [tracker]: url })
  stored.set(urls.get())
}

/** In characters of an encoded URL. Trackers and browsers reject longer ones. */
const maxLength = 6000

export type Ticket = { title: string; text: string }

/** Returns the URL of a tracker's form, filled in; null if `base` isn't a URL of the expected form. */
export function newIssueUrl(tracker: Tracker, base: string, ticket: Ticket): string | null {
  const url = URL.parse(base)
  if (!url || !/^https?:$/.test(url.protocol) || !isComplete[tracker](url)) return null
  const folder = url.pathname.replace(/\/+$/, '')
  const { path, title, text } = forms[tracker]
  url.pathname = folder.endsWith(path) ? folder : folder + path
  url.hash = ''
  url.searchParams.set(title, ticket.title)
  url.searchParams.set(text, ticket.text)
  for (let length = ticket.text.length; url.href.length > maxLength && length > 0;) {
    length = Math.floor(length * 0.8)
    url.searchParams.set(text, `${[...ticket.text].slice(0, length).join('')}…`)
  }
  return url.href
}

const forms = {
  jira: { path: '/secure/CreateIssueDetails!init.jspa', title: 'summary', text: 'description' },
  github: { path: '/issues/new', title: 'title', text: 'body' },
  linear: { path: '/new', title: 'title', text: 'description' },
} satisfies Record<Tracker, { path: string; title: string; text: string }>

const isComplete: Record<Tracker, (url: URL) => boolean> = {
  // Jira's form opens only with a project and a type.
  jira: ({ searchParams }) => searchParams.has('pid') && searchParams.has('issuetype'),
  github: ({ pathname }) => /^\/[^/]+\/[^/]+/.test(pathname),
  linear: ({ pathname }) => /^\/[^/]+\/team\/[^/]+/.test(pathname),
}
