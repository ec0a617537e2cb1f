import { isSameUrl } from '#contract/url-key.ts'
import { count, defineCheck, info, notApplicable, pass } from '../define-check.ts'
import { linksToPlaces, placeNamedBy } from '../facts/fragments.ts'
import { readable } from '../facts/urls.ts'
import { crawlRunning } from '../probes/results.ts'

export const texts = {
  none: 'No internal link has a fragment',
  onOthers: 'Fragments on other pages are only checked in a crawl',
  missing: (links: number) => `${count(links, 'link')} ${links === 1 ? 'points' : 'point'} to a missing fragment`,
  note: (place: string) => `No element has the ID “${place}”`,
  later: 'Only links to places on this page were checked. A crawl checks the others.',
}

export const linkFragments = defineCheck({
  id: 'link-fragments',
  name: 'Link fragments',
  aliases: ['anchors', 'jump links', 'bookmarks', 'hash', 'table of contents'],
  titlePass: 'Internal link fragments exist',
  titleFail: 'Internal link fragments are missing',
  why: 'A link to a missing fragment opens the page at its top, so visitors must look for the place themselves.',
  how: 'Give the element the ID that the link names, or correct the part of the URL after “#”.',
  thresholds:
    'Info only. Lists internal links whose fragment is no ID, or name of an anchor, in the HTML of the page. Scripts can add IDs later. Exceptions: “#top”, text fragments, and fragments that scripts read, such as “#/cart”.',
  reference: {
    label: 'HTML Standard: Scrolling to a fragment',
    url: 'https://html.spec.whatwg.org/multipage/browsing-the-web.html#scrolling-to-a-fragment',
  },
  grade: 'recommended',
  needs: ['fragments', 'links', 'response'],
  uses: ['crawl'],
  run({ fragments, links, response: { finalUrl }, crawl }) {
    const all = linksToPlaces(links)
    if (all.length === 0) return notApplicable(texts.none)
    const isToOthers = all.some(({ url }) => !isSameUrl(url, finalUrl))
    if (crawl?.state === 'running' && isToOthers) return crawlRunning
    const others = crawl?.state === 'ended' ? crawl.missingFragments : { items: [], total: 0 }
    const total = fragments.missing.total + others.total
    if (total > 0)
      return info(texts.missing(total), {
        value: total,
        evidence: [...fragments.missing.items, ...others.items].map(({ url, at }) => ({
          at,
          url,
          note: texts.note(readable(placeNamedBy(url) ?? '')),
        })),
        evidenceTotal: total,
      })
    if (crawl === undefined && isToOthers)
      return all.every(({ url }) => !isSameUrl(url, finalUrl))
        ? notApplicable(texts.onOthers)
        : { ...pass({ value: 0 }), reason: texts.later }
    return pass({ value: 0 })
  },
})
