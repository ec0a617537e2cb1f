import { isSameUrl, urlKey } from '#contract/url-key.ts'
import { headEnd } from '../check-helpers/evidence.ts'
import { faultOfHreflang } from '../check-helpers/hreflang-code.ts'
import { readIndexing } from '../check-helpers/indexing.ts'
import {
  placesOf,
  sourceName,
  type Version,
  versionsInSitemaps,
  type VersionsInSitemaps,
} from '../check-helpers/sitemap-versions.ts'
import {
  count,
  defineCheck,
  fail,
  type LocatedEvidence,
  googleDocs,
  info,
  notApplicable,
  pass,
  unknown,
  type CheckOutput,
  warn,
  shareOf,
} from '../define-check.ts'
import { namedCanonical } from '../facts/link-elements.ts'
import { type ProbeFact, probesFor, redirectsElsewhere } from '../facts/probes.ts'
import { isSuccess } from '../fetched-page.ts'

export const texts = {
  none: 'The page has no hreflang tags',
  relative: 'The URL is relative.',
  malformed: 'The URL is empty or malformed.',
  noSelf: (places = '') => `The page’s hreflang tags${places} don’t include itself`,
  noReturn: 'This version doesn’t link back.',
  noReturnEntry: 'Its entry in the sitemap doesn’t link back.',
  noEntry: 'The sitemap has no entry for this version.',
  noEntryInAny: 'No entry for this version in the sitemaps links back.',
  inSitemap: (url: string, line: number) => `In ${url}, line ${line}.`,
  contradicts: (code: string, source: string, other: string, url: string) =>
    `For ${code}, ${source} names this URL, and ${other} names ${url}.`,
  otherNamespace: 'The hreflang tags in the sitemap are in no known namespace, so they’re ignored',
  namespace: (given: string) =>
    `Their namespace must be “http://www.w3.org/1999/xhtml”. ${given === '' ? 'They have none.' : `It is “${given}”.`}`,
  spaced: 'White space surrounds the code.',
  redirects: (url: string) => `This version redirects to ${url}.`,
  noindexed: 'This version is noindexed.',
  error: (status: number) => `This version returns ${status}.`,
  canonical: (url: string) => `It links to ${url}.`,
  reused: (code: string) => `${code} is also used for another URL.`,
  unread: (reason: string) => `We couldn’t read any of them: ${reason}.`,
  notRequested: 'they weren’t requested',
  notHtml: 'it isn’t HTML',
  longHead: 'its head is longer than what was read',
  otherSitemap: 'their entries can be in sitemaps that we didn’t read',
  noReturns: (versions: number, places = '') =>
    `${count(versions, 'language version')}${places} ${versions === 1 ? 'doesn’t' : 'don’t'} link back to the page`,
  gone: (versions: number, status: number) =>
    `${count(versions, 'language version')} ${versions === 1 ? 'returns' : 'return'} ${status}`,
  redirecting: (versions: number) =>
    `${count(versions, 'language version')} ${versions === 1 ? 'redirects' : 'redirect'}`,
  unindexed: (versions: number) => `${count(versions, 'language version')} ${versions === 1 ? 'is' : 'are'} noindexed`,
  toCanonical: (linking: number, others: number) =>
    `${linking} of ${count(others, 'other version')} ${linking === 1 ? 'links' : 'link'} to this page’s canonical URL, not to this page`,
  sampled: (linking: number, others: number, places = '') =>
    `${linking} of ${count(others, 'other version')}${places} ${places === '' ? 'sampled' : 'checked'}, none without a link back`,
  noDefault: (versions: string) => `${versions}; no x-default`,
  onlySelf: (places = '', withDefault = false) =>
    `Hreflang${places} only lists this page${withDefault ? ' and an x-default that redirects' : ''}`,
  issues: (all: number, places = '') => `Hreflang tags${places} have ${count(all, 'issue')}`,
  invalid: (tags: number, places = '') =>
    `${count(tags, 'hreflang tag')}${places} ${tags === 1 ? 'is' : 'are'} invalid`,
}

export const hreflang = defineCheck({
  id: 'hreflang',
  name: 'Hreflang',
  aliases: ['international SEO', 'language alternates', 'multilingual', 'x-default', 'return links', 'hreflang tags'],
  titlePass: 'Hreflang tags are valid',
  titleFail: 'Hreflang tags have errors',
  faults: {
    invalid: 'Hreflang tags are invalid',
    self: texts.noSelf(),
    noReturn: 'Language versions don’t link back to the page',
    gone: 'Language versions don’t exist',
    redirects: 'Language versions redirect',
    noindexed: 'Language versions are noindexed',
  },
  why: 'Hreflang tags help search engines show each person the right language version. Tags with invalid codes or without return links are ignored.',
  how: 'Write <link rel="alternate" hreflang="en-GB" href="https://example.com/en-gb">: an ISO 639-1 language, optionally a script and a country, and an absolute URL. List every version on every version, including itself, or all of them in each one’s sitemap entry. Add hreflang="x-default" for everyone else.',
  action: 'Repair the links between the language versions of the page',
  effort: 'hours',
  thresholds:
    'Pass: valid codes, absolute URLs, a self-reference, return links and x-default, in tags, Link headers and the page’s sitemap entry together. Warning: no self-reference; a sampled version without a return link, one in the sitemap whose entry there is missing or doesn’t link back, or one that returns 404 or 410, redirects (except for x-default) or is noindexed; white space around a code; one code for two URLs; or a code Google doesn’t document (three letters, or regions such as 419). Fail: an invalid code, or a relative or malformed URL. Info: no x-default; tags outside the head; tags in the sitemap in another namespace than XHTML’s; or return links to the page’s canonical URL instead of the page. Based on Google’s documentation.',
  reference: googleDocs('Localized versions', 'specialty/international/localized-versions'),
  grade: 'recommended',
  deduction: 'The share of tags with a fault, at least 50%; half of that for a warning.',
  needs: ['alternates', 'canonicals', 'response', 'probes', 'robots', 'head'],
  run({ alternates, canonicals, response, probes, robots, head }) {
    const { finalUrl } = response
    const canonical = namedCanonical(canonicals)
    const sitemaps = versionsInSitemaps({ probes, robots, response }, canonical)
    const counted: Version[] = [...alternates.items.filter(({ inHead }) => inHead), ...sitemaps.items]
    if (counted.length === 0) {
      if (alternates.total === 0 && sitemaps.ignored !== null) {
        const { url, line, namespace } = sitemaps.ignored
        return info(texts.otherNamespace, { evidence: [{ url, line, note: texts.namespace(namespace) }] })
      }
      if (alternates.total === 0) return notApplicable(texts.none)
      return info('Hreflang tags are outside the head, so they’re ignored', {
        value: alternates.total,
        evidence: [...alternates.items.map((alternate) => evidenceOf(alternate)), ...headEnd(head)],
      })
    }
    const broken = counted.flatMap(brokenBy)
    if (broken.length > 0)
      return fail({
        extent: shareOf(broken.length, counted.length, 0.5),
        value: broken.length,
        fault: 'invalid',
        title: texts.invalid(broken.length, placesOf(counted.filter((version) => brokenBy(version).length > 0))),
        evidence: broken,
      })
    const isOwn = (url: string) => isSameUrl(url, finalUrl) || (canonical !== null && isSameUrl(url, canonical))
    const asked = probesFor(probes, 'alternate').filter(({ url }) => !isOwn(url))
    const known = new Set(asked.map(({ url }) => urlKey(url)))
    const notAsked = counted.filter(({ url }) => url !== null && !isOwn(url) && !known.has(urlKey(url)))
    const target = { own: finalUrl, canonical, fallbacks: fallbacksIn(counted), sitemaps }
    const returnLinks = readReturnLinks(asked, target)
    addEntries(returnLinks, notAsked, target)
    const isCut = alternates.total > alternates.items.length || sitemaps.total > sitemaps.items.length
    const lists = isCut || counted.some(({ url }) => url !== null && isOwn(url))
    const doubts = [
      ...(lists ? [] : [{ url: finalUrl, note: 'The page doesn’t list itself.' }]),
      ...counted.flatMap(doubtIn),
      ...contradictions(counted),
      ...returnLinks.faults.map(({ kind: _, ...evidence }) => evidence),
    ]
    if (doubts.length > 0)
      return warn({
        extent: shareOf(doubts.length, counted.length, 0.5) / 2,
        value: doubts.length,
        ...nameDoubts(lists, returnLinks.faults, doubts.length, placesOf(counted)),
        evidence: doubts,
      })
    return conclude(counted, isOwn, returnLinks)
  },
})

const evidenceOf = (version: Version, note?: string): LocatedEvidence =>
  version.place ? evidenceInSitemap(version, version.place, note) : evidenceOnPage(version, note)

const evidenceOnPage = ({ source, at, url, hreflang, href }: Version, note?: string): LocatedEvidence => ({
  ...(url === null ? {} : { url }),
  ...(at === null || source === 'header'
    ? { snippet: `link: <${href.slice(0, 200)}>; rel="alternate"; hreflang="${hreflang}"` }
    : { at }),
  ...(note === undefined ? {} : { note }),
})

const evidenceInSitemap = (
  { url, hreflang, href }: Version,
  place: NonNullable<Version['place']>,
  note?: string,
): LocatedEvidence => ({
  ...(url === null ? {} : { url }),
  snippet: `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href.slice(0, 200)}"/>`,
  note: [note, texts.inSitemap(place.url.slice(0, 300), place.line)].filter((part) => part !== undefined).join(' '),
})

function brokenBy(alternate: Version): LocatedEvidence[] {
  const fault = faultOfHreflang(alternate.hreflang)
  if (fault?.wrong) return [evidenceOf(alternate, fault.note)]
  if (alternate.url === null) return [evidenceOf(alternate, texts.malformed)]
  return alternate.absolute ? [] : [evidenceOf(alternate, texts.relative)]
}

function doubtIn(alternate: Version): LocatedEvidence[] {
  const fault = faultOfHreflang(alternate.hreflang)
  if (fault) return [evidenceOf(alternate, fault.note)]
  return alternate.spaced ? [evidenceOf(alternate, texts.spaced)] : []
}

/** Finds codes that are used for several URLs, by one source or by two that contradict each other. */
function contradictions(versions: Version[]): LocatedEvidence[] {
  const first = new Map<string, Version>()
  const keyOf = ({ url }: Version) => (url === null ? null : urlKey(url))
  return versions.flatMap((version) => {
    const code = version.hreflang.toLowerCase()
    const known = first.get(code)
    if (known === undefined) first.set(code, version)
    if (known === undefined || keyOf(known) === keyOf(version)) return []
    const [source, other] = [sourceName(version), sourceName(known)]
    if (source === other || known.url === null) return [evidenceOf(version, texts.reused(version.hreflang))]
    return [evidenceOf(version, texts.contradicts(version.hreflang, source, other, known.url.slice(0, 300)))]
  })
}

/** The status of a version that is gone, or its other fault. */
type VersionFault = 404 | 410 | 'redirects' | 'noindexed' | 'noReturn'

type ReturnLinks = {
  faults: (LocatedEvidence & { kind: VersionFault })[]
  linking: number
  linkingToCanonical: LocatedEvidence[]
  /** URLs that are x-default alone and redirect, so that they need no links back. */
  redirectingDefaults: number
  unread: string | null
}

/** Returns the keys of the URLs that are x-default alone: Google documents it for pages that redirect by language. */
function fallbacksIn(alternates: Version[]): Set<string> {
  const urls = (isFallback: boolean) =>
    new Set(
      alternates
        .filter(({ hreflang }) => (hreflang.toLowerCase() === 'x-default') === isFallback)
        .flatMap(({ url }) => (url === null ? [] : [urlKey(url)])),
    )
  const others = urls(false)
  return new Set([...urls(true)].filter((url) => !others.has(url)))
}

/** The page to which versions link, and the keys of those that are x-default alone. */
type Target = { own: string; canonical: string | null; fallbacks: ReadonlySet<string>; sitemaps: VersionsInSitemaps }

/** Checks which of the requested versions link back. One whose head was not read to its end may do so further on. */
function readReturnLinks(probes: ProbeFact[], { own, canonical, fallbacks, sitemaps }: Target): ReturnLinks {
  const returnLinks: ReturnLinks = {
    faults: [],
    linking: 0,
    linkingToCanonical: [],
    redirectingDefaults: 0,
    unread: null,
  }
  for (const probe of probes) {
    const { url, at, status, page, reason, outcome, finalUrl } = probe
    const redirects = redirectsElsewhere(probe)
    const fault = (kind: VersionFault, note: string) =>
      returnLinks.faults.push({ kind, url, ...(at === null ? {} : { at }), note })
    const linksTo = (target: string | null) =>
      target !== null &&
      (sitemaps.links(url, target) || (page?.alternates.some((alternate) => isSameUrl(alternate.url, target)) ?? false))
    const linksBack = linksTo(own)
    const isReadable = outcome === 'answered' && isSuccess(status) && page !== null
    if (status === 404 || status === 410) fault(status, texts.error(status))
    else if (!isReadable && linksBack) returnLinks.linking++
    else if (outcome !== 'answered' || status === null) returnLinks.unread ??= reason
    else if (!isSuccess(status)) returnLinks.unread ??= `status ${status}`
    else if (!page) returnLinks.unread ??= texts.notHtml
    else if (redirects && fallbacks.has(urlKey(url))) returnLinks.redirectingDefaults++
    else if (redirects) fault('redirects', texts.redirects((finalUrl ?? url).slice(0, 300)))
    else if (readIndexing(page.directives, null).forbidding.length > 0) fault('noindexed', texts.noindexed)
    else if (!linksBack && linksTo(canonical))
      returnLinks.linkingToCanonical.push({
        url,
        ...(at === null ? {} : { at }),
        note: texts.canonical(canonical?.slice(0, 300) ?? ''),
      })
    else if (!linksBack && page.whole) fault('noReturn', texts.noReturn)
    else if (!linksBack) returnLinks.unread ??= texts.longHead
    else returnLinks.linking++
  }
  return returnLinks
}

/**
 * Adds what the sitemaps tell of versions that were not requested. Only those that a sitemap names need an entry, and
 * one on another host can have it in that host's sitemap.
 */
function addEntries(
  returnLinks: ReturnLinks,
  versions: Version[],
  { own, canonical, fallbacks, sitemaps }: Target,
): void {
  const { host } = new URL(own)
  const byUrl = new Map<string, { url: string; place?: Version['place'] }>()
  for (const { url, place } of versions) {
    if (url === null) continue
    const known = byUrl.get(urlKey(url))
    const better = known?.place?.listed ? known.place : (place ?? known?.place)
    byUrl.set(urlKey(url), { url, ...(better && { place: better }) })
  }
  for (const [key, { url, place }] of byUrl) {
    const fault = (note: string) => returnLinks.faults.push({ kind: 'noReturn', url, note })
    if (sitemaps.links(url, own)) returnLinks.linking++
    else if (canonical !== null && sitemaps.links(url, canonical))
      returnLinks.linkingToCanonical.push({ url, note: texts.canonical(canonical.slice(0, 300)) })
    else if (!place) continue
    else if (place.listed && sitemaps.hasAllReturns) fault(texts.noReturnEntry)
    else if (sitemaps.whole && new URL(url).host === host && !fallbacks.has(key))
      fault(sitemaps.several ? texts.noEntryInAny : texts.noEntry)
    else returnLinks.unread ??= texts.otherSitemap
  }
}

/** Names the doubts of a page, which share a fault if they are all of one kind. */
function nameDoubts(lists: boolean, faults: ReturnLinks['faults'], all: number, places: string) {
  if (!lists && all === 1) return { fault: 'self', title: texts.noSelf(places) } as const
  const [first] = faults
  if (first && faults.length === all && faults.every(({ kind }) => kind === first.kind)) {
    if (first.kind === 'redirects') return { fault: first.kind, title: texts.redirecting(all) } as const
    if (first.kind === 'noindexed') return { fault: first.kind, title: texts.unindexed(all) } as const
    if (first.kind === 'noReturn') return { fault: first.kind, title: texts.noReturns(all, places) } as const
    return { fault: 'gone', title: texts.gone(all, first.kind) } as const
  }
  return { title: texts.issues(all, places) }
}

function conclude(
  alternates: Version[],
  isOwn: (url: string) => boolean,
  { linking, linkingToCanonical, redirectingDefaults, unread }: ReturnLinks,
): CheckOutput {
  const codes = new Set(alternates.map((alternate) => alternate.hreflang.toLowerCase()))
  const others = new Set(alternates.flatMap(({ url }) => (url === null || isOwn(url) ? [] : [urlKey(url)]))).size
  if (linkingToCanonical.length > 0)
    return info(texts.toCanonical(linkingToCanonical.length, others), {
      value: codes.size,
      evidence: linkingToCanonical,
    })
  if (others > redirectingDefaults && linking === 0)
    return unknown('We couldn’t check hreflang return links', texts.unread(unread ?? texts.notRequested), {
      value: codes.size,
    })
  const returned =
    others === redirectingDefaults
      ? texts.onlySelf(placesOf(alternates), others > 0)
      : texts.sampled(linking, others - redirectingDefaults, placesOf(alternates))
  return codes.has('x-default')
    ? pass({ value: codes.size, title: returned })
    : info(texts.noDefault(returned), { value: codes.size })
}
