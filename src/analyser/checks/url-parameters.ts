import { isSameUrl } from '#contract/url-key.ts'
import { count, defineCheck, type LocatedEvidence, googleDocs, pass, warn } from '../define-check.ts'
import { namedCanonical } from '../facts/link-elements.ts'

/**
 * Parameters that advertising and newsletter services append to links, as of November 2026: Google, Meta, Microsoft,
 * TikTok, X, LinkedIn, Yandex, Mailchimp, HubSpot, Klaviyo and Matomo.
 */
const tracking =
  /^(?:utm_[a-z_]{1,30}|gclid|gclsrc|dclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|_ga|_gl|fbclid|msclkid|ttclid|twclid|li_fat_id|yclid|igshid|igsh|mc_cid|mc_eid|_hsenc|_hsmi|__hs[a-z]{2,4}|_kx|mtm_[a-z_]{1,30}|pk_(?:campaign|kwd|source|medium|content|cid))$/i
const session = /^(?:phpsessid|jsessionid|aspsessionid[a-z]{0,20}|sessionid|session_id|sid|zenid|oscsid|cfid|cftoken)$/i

/** The beginning of the list is kept with stored reports. */
const linksRead = 150

export const texts = {
  inUrl: (names: string) => `The page’s URL contains ${names}`,
  leftOut: (names: string) => `The canonical URL leaves out ${names}`,
  inLinks: (links: number) =>
    `${count(links, 'internal link')} ${links === 1 ? 'contains' : 'contain'} tracking or session parameters`,
}

export const urlParameters = defineCheck({
  id: 'url-parameters',
  name: 'URL parameters',
  aliases: ['utm', 'tracking parameters', 'session IDs', 'PHPSESSID', 'duplicate content'],
  titlePass: 'No tracking or session parameters found',
  titleFail: 'URLs contain tracking or session parameters',
  faults: {
    url: 'The page’s URL contains tracking or session parameters',
    links: 'Internal links contain tracking or session parameters',
  },
  why: 'Session IDs and tracking parameters give one page many URLs, so search engines crawl duplicates. In internal links, tracking parameters also overwrite where visitors came from.',
  how: 'Keep sessions in cookies, and link to your own pages without parameters that change nothing. Set a canonical URL without them.',
  action: 'Keep tracking codes out of the page’s links',
  effort: 'hours',
  thresholds: `Warning: the page’s URL contains a known session or tracking parameter and no canonical URL leaves it out, or one of the first ${linksRead} links to your own website contains one. Google advises against session IDs in URLs; the list of tracking parameters is ours.`,
  reference: googleDocs('URL structure', 'crawling-indexing/url-structure'),
  grade: 'recommended',
  needs: ['response', 'canonicals', 'links'],
  run({ response: { finalUrl }, canonicals, links }) {
    const canonical = namedCanonical(canonicals)
    const own = parametersIn(finalUrl)
    const left = canonical === null ? own : own.filter((name) => parametersIn(canonical).includes(name))
    const pages = new Set<string>()
    const linked = links.items.slice(0, linksRead).flatMap(({ url, internal, at }): LocatedEvidence[] => {
      const names = internal && url !== null && !isSameUrl(url, finalUrl) ? parametersIn(url) : []
      if (names.length === 0 || url === null || pages.has(url)) return []
      pages.add(url)
      return [{ at, url, note: `Contains ${names.join(', ')}` }]
    })
    const evidence = [...(left.length > 0 ? [{ url: finalUrl, note: `Contains ${left.join(', ')}` }] : []), ...linked]
    if (left.length > 0)
      return warn({ value: left.join(', '), fault: 'url', title: texts.inUrl(left.join(', ')), evidence })
    if (linked.length > 0)
      return warn({
        value: linked.length,
        fault: 'links',
        title: texts.inLinks(linked.length),
        evidence,
      })
    return own.length > 0 ? pass({ value: 0, title: texts.leftOut(own.join(', ')) }) : pass({ value: 0 })
  },
})

/** Returns the names of the tracking and session parameters of a URL, session IDs in the path included. */
function parametersIn(url: string): string[] {
  // Most links have none, and URLs are slow to parse.
  if (!/[?;]/.test(url)) return []
  const { search, pathname } = new URL(url)
  const inPath = [...pathname.matchAll(/;([a-z]{1,30})=/gi)].map(([, name = '']) => name)
  const names = [...parameterNames(search), ...inPath].filter((name) => tracking.test(name) || session.test(name))
  return [...new Set(names)].slice(0, 10)
}

const parameterNames = (search: string) =>
  search
    .slice(1)
    .split('&')
    .map((pair) => pair.split('=', 1)[0] ?? '')
