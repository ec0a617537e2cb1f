import { count, defineCheck, googleDocs, notApplicable, pass, warn, shareOf } from '../define-check.ts'

export const texts = {
  insecure: (links: number) => `${count(links, 'internal link')} ${links === 1 ? 'uses' : 'use'} HTTP`,
}

export const insecureLinks = defineCheck({
  id: 'insecure-links',
  name: 'HTTP internal links',
  aliases: ['http links', 'insecure links', 'mixed protocol'],
  titlePass: 'Internal links use HTTPS',
  titleFail: 'Some internal links use HTTP',
  why: 'Internal http:// links send visitors through an insecure request or a needless redirect.',
  how: 'Link to your own pages with https:// or relative URLs.',
  action: 'Use secure links between your pages',
  effort: 'hours',
  thresholds:
    'Warning: an HTTPS page links to its own website over http://. Not applicable: HTTP pages, and pages without internal links.',
  reference: googleDocs('Page experience', 'appearance/page-experience'),
  grade: 'recommended',
  deduction: 'The share of internal links that use HTTP, at least 20%.',
  needs: ['linkNotes', 'response'],
  run({ linkNotes: { addresses, insecureInternal }, response: { finalUrl } }) {
    if (!finalUrl.startsWith('https:')) return notApplicable('The page itself doesn’t use HTTPS')
    if (addresses.internal === 0) return notApplicable('The page has no internal links')
    const { items, total } = insecureInternal
    if (total === 0) return pass({ value: 0 })
    return warn({
      extent: shareOf(total, addresses.internal, 0.2),
      value: total,
      evidenceTotal: total,
      title: texts.insecure(total),
      evidence: items.map(({ at, url }) => ({ at, url })),
    })
  },
})
