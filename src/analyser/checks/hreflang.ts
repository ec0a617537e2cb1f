import {
  count,
  defineCheck,
  fail,
  type Finding,
  googleDocs,
  info,
  notApplicable,
  pass,
  unknown,
  type Verdict,
  warn,
} from '../define-check.ts'
import type { Alternate } from '../facts/link-elements.ts'
import { type ProbeFact, probesFor } from '../facts/probes.ts'
import { withoutFragment } from '../facts/urls.ts'
import { faultOfHreflang } from '../hreflang-code.ts'
import { namedCanonical } from '../indexing.ts'

export const hreflang = defineCheck({
  id: 'hreflang',
  titlePass: 'The versions in other languages are named rightly',
  titleFail: 'The versions in other languages are not named rightly',
  why: 'hreflang lets search engines show each reader the version in the right language. Links with wrong codes, or that are not returned, are ignored.',
  how: 'Name a language of ISO 639-1, then perhaps a script and a country: en, en-GB, zh-Hant. Give full addresses, list every version on every version with itself among them, and add x-default for all other readers.',
  thresholds:
    'A code that is wrong and an address that is relative or unreadable fail. A page that does not list itself, a version that does not link back, one code for two addresses, and codes that Google does not name (three letters, regions such as 419) warn. A missing x-default is noted.',
  reference: googleDocs('Localized versions', 'specialty/international/localized-versions'),
  grade: 'recommended',
  needs: ['alternates', 'canonicals', 'response', 'probes'],
  run({ alternates, canonicals, response: { finalUrl }, probes }) {
    const counted = alternates.items.filter(({ inHead }) => inHead)
    if (counted.length === 0) {
      if (alternates.total === 0) return notApplicable('The page names no versions in other languages')
      return info('The versions in other languages stand outside the head, where they are ignored', {
        value: alternates.total,
        evidence: alternates.items.map((one) => findingOf(one)),
      })
    }
    const broken = counted.flatMap(brokenBy)
    if (broken.length > 0)
      return fail({
        value: broken.length,
        title: `${count(broken.length, 'link')} to versions in other languages cannot be used`,
        evidence: broken,
      })
    const own = new Set([withoutFragment(finalUrl), namedCanonical(canonicals) ?? withoutFragment(finalUrl)])
    const returnLinks = readReturnLinks(probesFor(probes, 'alternate'), own)
    const lists =
      alternates.total > alternates.items.length ||
      counted.some(({ url }) => url !== null && own.has(withoutFragment(url)))
    const doubts = [
      ...(lists ? [] : [{ url: finalUrl, note: 'This page is not among the versions that it names.' }]),
      ...counted.flatMap(doubtIn),
      ...contradictions(counted),
      ...returnLinks.faults,
    ]
    if (doubts.length > 0)
      return warn({
        value: doubts.length,
        title: titleOf(lists, returnLinks.faults.length, doubts.length),
        evidence: doubts,
      })
    return conclude(counted, own, returnLinks)
  },
})

const findingOf = ({ source, at, url, hreflang, href }: Alternate, note?: string): Finding => ({
  ...(url === null ? {} : { url }),
  ...(at === null || source === 'header'
    ? { snippet: `link: <${href.slice(0, 200)}>; rel="alternate"; hreflang="${hreflang}"` }
    : { at }),
  ...(note === undefined ? {} : { note }),
})

function brokenBy(alternate: Alternate): Finding[] {
  const fault = faultOfHreflang(alternate.hreflang)
  if (fault?.wrong) return [findingOf(alternate, fault.note)]
  if (alternate.url === null) return [findingOf(alternate, 'The address is empty or no web address.')]
  return alternate.absolute ? [] : [findingOf(alternate, 'The address is relative.')]
}

function doubtIn(alternate: Alternate): Finding[] {
  const fault = faultOfHreflang(alternate.hreflang)
  return fault ? [findingOf(alternate, fault.note)] : []
}

/** Finds codes that are used for several URLs. */
function contradictions(alternates: Alternate[]): Finding[] {
  const first = new Map<string, string | null>()
  return alternates.flatMap((one) => {
    const code = one.hreflang.toLowerCase()
    const known = first.get(code)
    if (known === undefined) first.set(code, one.url)
    return known === undefined || known === one.url
      ? []
      : [findingOf(one, `${one.hreflang} is given to another address too.`)]
  })
}

type ReturnLinks = { faults: Finding[]; linking: number; unread: string | null }

/** Checks which of the requested versions link back. One whose head was not read to its end may do so further on. */
function readReturnLinks(probes: ProbeFact[], own: Set<string>): ReturnLinks {
  const returnLinks: ReturnLinks = { faults: [], linking: 0, unread: null }
  for (const { url, at, status, page, reason, outcome } of probes) {
    const fault = (note: string) => returnLinks.faults.push({ url, ...(at === null ? {} : { at }), note })
    const linksBack = page?.alternates.some((one) => own.has(withoutFragment(one.url))) ?? false
    if (outcome !== 'answered' || status === null) returnLinks.unread ??= reason
    else if (status === 404 || status === 410) fault(`This version answers with status ${status}.`)
    else if (status < 200 || status > 299) returnLinks.unread ??= `status ${status}`
    else if (!page) returnLinks.unread ??= 'it is no HTML'
    else if (!linksBack && page.whole) fault('This version does not link back.')
    else if (!linksBack) returnLinks.unread ??= 'its head is longer than what was read'
    else returnLinks.linking++
  }
  return returnLinks
}

function titleOf(lists: boolean, returned: number, all: number): string {
  if (!lists && all === 1) return 'The page does not list itself among its versions'
  if (returned === all)
    return `${count(returned, 'version')} in other languages ${returned === 1 ? 'does' : 'do'} not link back to the page`
  return `The versions in other languages give ${count(all, 'reason')} for doubt`
}

function conclude(alternates: Alternate[], own: Set<string>, { linking, unread }: ReturnLinks): Verdict {
  const codes = new Set(alternates.map((one) => one.hreflang.toLowerCase()))
  const others = new Set(
    alternates.flatMap(({ url }) => (url === null || own.has(withoutFragment(url)) ? [] : [withoutFragment(url)])),
  ).size
  if (others > 0 && linking === 0)
    return unknown(
      'Whether the versions in other languages link back could not be determined',
      `None of them could be read: ${unread ?? 'they were not asked for'}.`,
      { value: codes.size },
    )
  const returned =
    others === 0
      ? 'The page names itself alone'
      : `${linking} of ${count(others, 'other version')} ${linking === 1 ? 'was' : 'were'} looked at and ${linking === 1 ? 'links' : 'link'} back`
  return codes.has('x-default')
    ? pass({ value: codes.size, title: returned })
    : info(`${returned}; no x-default is named for readers of other languages`, { value: codes.size })
}
