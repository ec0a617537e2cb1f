import { count, defineCheck, googleDocs, notApplicable, pass, warn, shareOf } from '../define-check.ts'

export const insecureLinks = defineCheck({
  id: 'insecure-links',
  name: 'HTTP internal links',
  aliases: ['http links', 'insecure links', 'mixed protocol'],
  titlePass: 'Internal links keep visitors on HTTPS',
  titleFail: 'Internal links lead to HTTP addresses',
  why: 'A link to an http:// address of your own website sends visitors through an unprotected request or a redirect.',
  how: 'Write links to your own pages with https://, or without scheme and host.',
  thresholds: 'Any http:// link of an https page to its own website warns. Not applicable to pages over http.',
  reference: googleDocs('Page experience', 'appearance/page-experience'),
  grade: 'recommended',
  deduction: 'The share of internal links that use HTTP, at least 20%.',
  needs: ['linkNotes', 'response'],
  run({ linkNotes: { addresses, insecureInternal }, response: { finalUrl } }) {
    if (!finalUrl.startsWith('https:')) return notApplicable('The page itself is not served over HTTPS')
    if (addresses.internal === 0) return notApplicable('The page links to no other page of its website')
    const { items, total } = insecureInternal
    if (total === 0) return pass({ value: 0 })
    return warn({
      extent: shareOf(total, addresses.internal, 0.2),
      value: total,
      title: `${count(total, 'internal link')} ${total === 1 ? 'leads to an HTTP address' : 'lead to HTTP addresses'}`,
      evidence: items.map(({ at, url }) => ({ at, url })),
    })
  },
})
