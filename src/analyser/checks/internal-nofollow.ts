import { count, defineCheck, googleDocs, notApplicable, pass, warn, shareOf } from '../define-check.ts'

export const internalNofollow = defineCheck({
  id: 'internal-nofollow',
  name: 'Internal nofollow links',
  aliases: ['nofollow', 'rel nofollow', 'link equity', 'internal linking'],
  titlePass: 'No internal link tells search engines not to follow it',
  titleFail: 'Internal links tell search engines not to follow them',
  why: 'Nofollow asks search engines not to count a link, which is meant for pages that you do not vouch for. On your own website it only hides pages.',
  how: 'Remove nofollow from links to your own pages. Keep crawlers away from pages with robots.txt, or out of the index with noindex.',
  thresholds: 'Any link to another page of the same website with nofollow among its rel values warns.',
  reference: googleDocs('Qualify outbound links', 'crawling-indexing/qualify-outbound-links'),
  grade: 'heuristic',
  deduction: 'The share of internal links with nofollow, at least 25%.',
  needs: ['linkNotes'],
  run({ linkNotes: { addresses, nofollowInternal } }) {
    if (addresses.internal === 0) return notApplicable('The page links to no other page of its website')
    const { items, total } = nofollowInternal
    if (total === 0) return pass({ value: 0 })
    return warn({
      extent: shareOf(total, addresses.internal, 0.25),
      value: total,
      title: `${count(total, 'internal link')} ${total === 1 ? 'is' : 'are'} marked as nofollow`,
      evidence: items.map(({ at, url }) => ({ at, url })),
    })
  },
})
