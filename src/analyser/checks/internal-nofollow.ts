import { count, defineCheck, googleDocs, notApplicable, pass, warn, shareOf } from '../define-check.ts'

export const texts = {
  nofollow: (links: number) => `${count(links, 'internal link')} ${links === 1 ? 'is' : 'are'} nofollow`,
}

export const internalNofollow = defineCheck({
  id: 'internal-nofollow',
  name: 'Internal nofollow links',
  aliases: ['nofollow', 'rel nofollow', 'link equity', 'internal linking', 'link juice'],
  titlePass: 'No internal links are nofollow',
  titleFail: 'Some internal links are nofollow',
  why: 'Nofollow is for links you don’t vouch for. On internal links, it only hides your own pages.',
  how: 'Remove nofollow from internal links. To keep pages out of crawling, use robots.txt; to keep them out of the index, use noindex.',
  action: 'Let search engines follow all links to your own pages',
  effort: 'minutes',
  thresholds:
    'Warning: a link to another page of the same website has rel="nofollow". Not applicable: pages without internal links.',
  reference: googleDocs('Qualify outbound links', 'crawling-indexing/qualify-outbound-links'),
  grade: 'heuristic',
  deduction: 'The share of internal links with nofollow, at least 25%.',
  needs: ['linkNotes'],
  run({ linkNotes: { addresses, nofollowInternal } }) {
    if (addresses.internal === 0) return notApplicable('The page has no internal links')
    const { items, total } = nofollowInternal
    if (total === 0) return pass({ value: 0 })
    return warn({
      extent: shareOf(total, addresses.internal, 0.25),
      value: total,
      evidenceTotal: total,
      title: texts.nofollow(total),
      evidence: items.map(({ at, url }) => ({ at, url })),
    })
  },
})
