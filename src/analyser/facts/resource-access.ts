import type { RobotsFile } from '../fetched-page.ts'
import type { Resource } from './resources.ts'
import { accessInSteps, type MatchingWork, type RobotsLine, rulesFor } from './robots-rules.ts'
import { groupFor, type RobotsRules, runToEnd, tooManyRequests } from './robots-txt.ts'
import { type Cut, cutList, plain } from './text.ts'
import { attribute, type Element } from './tree.ts'
import { withoutFragment } from './urls.ts'
import type { Ordinal } from './walk.ts'

/** Stylesheets and scripts decide how Google renders a page, and images are found by Google Images. */
type UsedFile = { kind: 'style' | 'script' | 'image'; url: string; at: Ordinal }

/**
 * Google's access to the files of a page by the robots.txt of its origin: Googlebot's to stylesheets and scripts,
 * Googlebot-Image's to images. Files that Google doesn't use are left out, such as stylesheets for print.
 */
export type ResourceAccessFacts = {
  /** Number of stylesheets and scripts on the page's origin, with those that are blocked. */
  checked: number
  blocked: Cut<UsedFile & { rule: RobotsLine | null }>
  /** Number of stylesheets and scripts on the page's origin whose rule couldn't be determined. */
  unclear: number
  /** Stylesheets and scripts of other origins, which have a robots.txt of their own. */
  elsewhere: Cut<UsedFile>
}

/** The crawler whose rules decide for a file of this kind. */
const crawlerOf = (kind: UsedFile['kind']) => (kind === 'image' ? 'googlebot-image' : 'googlebot')

export function readResourceAccess(
  resources: readonly Resource[],
  { elementAt, later }: { elementAt: (at: Ordinal) => Element | undefined; later: readonly Ordinal[] },
  { groups }: RobotsRules,
  { outcome, status, url: robotsUrl }: RobotsFile,
  { finalUrl, work }: { finalUrl: string; work: MatchingWork },
): ResourceAccessFacts {
  const isKnown = outcome === 'found' || (outcome === 'absent' && status !== tooManyRequests)
  const { origin } = new URL(robotsUrl)
  const rulesBy = new Map(
    ['googlebot', 'googlebot-image'].map((agent) => [agent, rulesFor(groups, groupFor(groups, agent))]),
  )
  const blocked = cutList<ResourceAccessFacts['blocked']['items'][number]>()
  const elsewhere = cutList<UsedFile>()
  let [checked, unclear] = [0, 0]
  const addOwn = (file: UsedFile) => {
    const isCode = file.kind !== 'image'
    const rules = rulesBy.get(crawlerOf(file.kind)) ?? []
    const access = isKnown ? runToEnd(accessInSteps(rules, file.url, { isGoogle: true, work })) : null
    if (isCode && access?.allowed === true) checked += 1
    else if (access?.allowed === false) {
      if (isCode) checked += 1
      blocked.add(() => ({ ...file, rule: access.rule }))
    } else if (isCode) unclear += 1
  }
  for (const file of usedFiles(resources, elementAt, new Set(later), finalUrl)) {
    if (new URL(file.url).origin === origin) addOwn(file)
    else if (file.kind !== 'image') elsewhere.add(() => file)
  }
  return { checked, blocked: plain(blocked), unclear, elsewhere: plain(elsewhere) }
}

/** Yields the stylesheets, scripts and images that Google uses, each URL once. */
function* usedFiles(
  resources: readonly Resource[],
  elementAt: (at: Ordinal) => Element | undefined,
  later: ReadonlySet<Ordinal>,
  finalUrl: string,
): Generator<UsedFile> {
  const seen = new Set([withoutFragment(finalUrl)])
  for (const { kind, url, noscript, at } of resources) {
    if (noscript || (kind !== 'style' && kind !== 'script' && kind !== 'image')) continue
    // Google loads lazy images, but no scripts for old browsers and no disabled stylesheets.
    if (kind !== 'image' && later.has(at)) continue
    const element = elementAt(at)
    if (kind === 'style' && element && isForPrint(element)) continue
    const plainUrl = withoutFragment(url)
    if (seen.has(plainUrl)) continue
    seen.add(plainUrl)
    yield { kind, url: plainUrl, at }
  }
}

/** True if the stylesheet never applies to a screen. Scripts of the element can change its media once it is loaded. */
const isForPrint = (element: Element) =>
  attribute(element, 'media')?.trim().toLowerCase() === 'print' && attribute(element, 'onload') === null
