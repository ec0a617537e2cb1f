import { type ReadSitemap, sitemapsOf } from '../check-helpers/sitemaps.ts'
import {
  count,
  defineCheck,
  fail,
  type LocatedEvidence,
  googleDocs,
  grouped,
  info,
  notApplicable,
  pass,
  warn,
} from '../define-check.ts'
import type { ProbeFact } from '../facts/probes.ts'
import { isSuccess } from '../fetched-page.ts'
import { invalidUrls, nestedIndex, type SitemapFault } from '../probe.ts'
import { noResponse } from '../probes/results.ts'

const urlLimit = 50_000
const byteLimit = 50 * 1024 * 1024

export const texts = {
  error: 'The sitemap has an error',
  dates: 'The sitemap has invalid dates',
  namespace: (given: string) =>
    given === ''
      ? 'Its root element names no namespace (xmlns).'
      : `Its namespace is “${given}”, which search engines don’t know.`,
  empty: 'It lists no URL.',
  locs: (entries: number, locs: 'no' | 'more than one') =>
    entries === 1 ? `An entry has ${locs} loc.` : `${grouped(entries)} entries have ${locs} loc.`,
  invalidDates: ({ count: total, text }: Pick<SitemapFault, 'count' | 'text'>) =>
    `${count(total, 'lastmod')} ${total === 1 ? 'isn’t a date' : 'aren’t dates'} such as 2026-06-02 or 2026-06-02T10:00:00Z: “${text}”.`,
  notes: 'The sitemap has entries that search engines may ignore',
  future: (date: string) => `Its latest lastmod, ${date}, is in the future, so search engines can’t rely on its dates.`,
  otherHost: (urls: number, host: string) =>
    `It lists ${count(urls, 'URL')} of ${host}. Search engines accept ${urls === 1 ? 'it' : 'them'} only if that host’s robots.txt names this sitemap.`,
  notASitemap: 'This isn’t a sitemap (no urlset, sitemapindex or list of URLs).',
  partlyRead: (reason: string) => `Not everything was read: ${reason}.`,
  returned: (status: number | string) => `This listed sitemap returned ${status}.`,
  valid: (sitemaps: number, urls: number, cut: boolean) =>
    `${count(sitemaps, 'sitemap')} with ${count(urls, 'URL')} ${sitemaps === 1 ? 'is' : 'are'} valid${cut ? '; some parts weren’t read' : ''}`,
}

export const sitemapValid = defineCheck({
  id: 'sitemap-valid',
  name: 'Sitemap errors',
  aliases: ['invalid sitemap', 'XML sitemap', 'sitemap size'],
  titlePass: 'The sitemap is valid',
  titleFail: 'The sitemap has errors',
  faults: {
    dates: texts.dates,
  },
  why: 'Search engines drop a sitemap they can’t read, and every URL in it.',
  how: 'Fix the XML at the lines shown. Split sitemaps over 50,000 URLs or 50 MB and list the parts in a sitemap index. Remove missing sitemaps from the index.',
  action: 'Repair the list of pages for search engines',
  effort: 'hours',
  thresholds:
    'Warning: dates that aren’t W3C datetimes. Fail: unreadable XML, no namespace of sitemaps, no URL, a loc that isn’t a full URL, an entry without or with two, an index within an index, over 50,000 URLs or 50 MB uncompressed in one file, or a listed sitemap that doesn’t return a success (sitemaps.org; Google). Info: a date in the future, or URLs of another host. Unknown: we couldn’t request the sitemap. Not applicable: no sitemap was found.',
  reference: googleDocs('Build and submit a sitemap', 'crawling-indexing/sitemaps/build-sitemap'),
  grade: 'required',
  needs: ['probes', 'robots', 'response'],
  run(facts) {
    const { wanted, read, nested, missing, unread } = sitemapsOf(facts)
    if (read.length === 0) {
      const silent = wanted.filter(({ outcome }) => outcome !== 'answered')
      return silent.length > 0 || wanted.length === 0
        ? noResponse('We couldn’t check the sitemap', silent)
        : notApplicable('No sitemap was found')
    }
    const faults = [
      ...read.flatMap(faultsOf),
      ...nested.map(({ url }) => ({ url, note: sentence(nestedIndex) })),
      ...missing.filter(({ outcome }) => outcome === 'answered').map(missingSitemap),
    ]
    const [first] = faults
    if (first)
      return fail({
        value: faults.length,
        title: faults.length === 1 ? texts.error : `The sitemaps have ${count(faults.length, 'error')}`,
        evidence: faults,
      })
    const dates = read.flatMap(datesOf)
    const notes = read.flatMap((one) => notesOn(one, facts.response.answeredAt))
    if (dates.length > 0) return warn({ value: dates.length, fault: 'dates', evidence: [...dates, ...notes] })
    if (notes.length > 0) return info(texts.notes, { value: notes.length, evidence: notes })
    const listed = read.reduce((sum, { sitemap }) => sum + sitemap.urls, 0)
    return pass({
      value: listed,
      title: texts.valid(read.length, listed, unread !== null),
      evidence: unread === null ? [] : [{ note: texts.partlyRead(unread) }],
    })
  },
})

function faultsOf({ url, sitemap }: ReadSitemap): LocatedEvidence[] {
  const { kind, urls, children, bytes, problem } = sitemap
  const faults: LocatedEvidence[] = []
  if (problem) faults.push({ url, line: problem.line, note: problem.text.slice(0, 300) })
  else if (kind === 'unknown') faults.push({ url, note: texts.notASitemap })
  for (const fault of sitemap.faults ?? []) {
    const at = { url, line: fault.line }
    if (fault.kind === 'namespace') faults.push({ ...at, note: texts.namespace(fault.text) })
    if (fault.kind === 'no_loc') faults.push({ ...at, note: texts.locs(fault.count, 'no') })
    if (fault.kind === 'more_locs') faults.push({ ...at, note: texts.locs(fault.count, 'more than one') })
    if (fault.kind === 'url') faults.push({ ...at, note: `${sentence(invalidUrls(fault))}` })
    if (fault.kind === 'empty' && !problem) faults.push({ url, note: texts.empty })
  }
  if (urls > urlLimit)
    faults.push({ url, note: `It lists ${count(urls, 'URL')}. The limit is ${urlLimit.toLocaleString('en')}.` })
  if (children > urlLimit)
    faults.push({ url, note: `It lists ${count(children, 'sitemap')}. The limit is ${urlLimit.toLocaleString('en')}.` })
  if (bytes > byteLimit) faults.push({ url, note: `It’s over 50 MB (${count(byteLimit, 'byte')}).` })
  return faults
}

const datesOf = ({ url, sitemap }: ReadSitemap): LocatedEvidence[] =>
  (sitemap.faults ?? [])
    .filter(({ kind }) => kind === 'date')
    .map((fault) => ({ url, line: fault.line, note: texts.invalidDates(fault) }))

const oneDay = 24 * 60 * 60 * 1000
const siteHost = (host: string) => host.replace(/^www\./, '')

function notesOn(
  { url, sitemap: { lastmods, hosts = [] } }: ReadSitemap,
  answeredAt: string | null,
): LocatedEvidence[] {
  const { latest } = lastmods
  // Days begin earlier elsewhere.
  const isFuture = latest && answeredAt !== null && Date.parse(latest.date) > Date.parse(answeredAt) + oneDay
  const own = siteHost(new URL(url).host)
  return [
    ...(isFuture ? [{ url, line: latest.line, note: texts.future(latest.date) }] : []),
    ...hosts
      .filter(({ host }) => siteHost(host) !== own)
      .map(({ host, urls, url: first }) => ({ url: first, note: texts.otherHost(urls, host) })),
  ]
}

const sentence = (clause: string) => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`

function missingSitemap({ url, status }: ProbeFact): LocatedEvidence {
  const success = isSuccess(status)
  return {
    url,
    note: success ? 'This is listed as a sitemap, but isn’t one.' : texts.returned(status ?? 'no status'),
  }
}
