import { count, defineCheck, googleDocs, notApplicable, pass, warn, shareOf } from '../define-check.ts'
import { type ProbeFact, redirectsElsewhere } from '../facts/probes.ts'
import { linkProbes, noResponse, whereOf } from '../probes/results.ts'

export const texts = {
  only: 'The only sampled internal link redirects',
  none: (links: number) => `None of the ${links} internal links redirect`,
  noDestination: (codes: string) => `${codes}, no valid destination`,
  redirecting: (redirecting: number, checked: number) =>
    `${redirecting} of ${checked} sampled internal links ${redirecting === 1 ? 'redirects' : 'redirect'}`,
  sampled: (checked: number, links: number) => `${checked} of ${count(links, 'internal link')} sampled, none redirect`,
}

export const redirectingLinks = defineCheck({
  id: 'redirecting-links',
  name: 'Redirecting internal links',
  aliases: ['internal redirects', '301 links', 'internal linking'],
  titlePass: 'No internal links redirect',
  titleFail: 'Some internal links redirect',
  why: 'Redirects cost visitors time and search engines an extra request. On your own website, you can link to the final URL.',
  how: 'Link to the final URL. Start with menus and templates, because their links repeat on every page.',
  action: 'Link to the current addresses of your pages',
  effort: 'hours',
  thresholds:
    'Pass: no sampled internal link redirects. Warning: one returns 3xx. Unknown: no sampled link responded. Not applicable: pages without internal links.',
  reference: googleDocs('Redirects', 'crawling-indexing/301-redirects'),
  grade: 'heuristic',
  deduction: 'The share of sampled links that redirect, at least 25%.',
  needs: ['probes', 'linkNotes', 'response'],
  changeable: true,
  withoutLocations: true,
  run({ probes, linkNotes, response: { finalUrl } }) {
    const sampled = linkProbes(probes, finalUrl, 'internal')
    const total = Math.max(linkNotes.addresses.internal, sampled.length)
    if (total === 0) return notApplicable('The page has no internal links')
    const redirecting = sampled.filter(redirectsElsewhere)
    const determined = sampled.filter(({ outcome, redirects }) => outcome === 'answered' || redirects.length > 0).length
    if (determined === 0) return noResponse('We couldn’t check whether internal links redirect', sampled)
    if (redirecting.length > 0) {
      const title = determined === 1 ? texts.only : texts.redirecting(redirecting.length, determined)
      return warn({
        extent: shareOf(redirecting.length, determined, 0.25),
        value: redirecting.length,
        title,
        evidence: redirecting.map((probe) => ({ ...whereOf(probe), note: noteOf(probe) })),
      })
    }
    if (determined === total)
      return pass({
        value: 0,
        title: total === 1 ? 'The only internal link doesn’t redirect' : texts.none(total),
      })
    return pass({
      value: 0,
      title: texts.sampled(determined, total),
    })
  },
})

function noteOf({ redirects, finalUrl }: ProbeFact): string {
  const codes = redirects.map(({ status }) => status).join(', then ')
  return finalUrl === null ? texts.noDestination(codes) : `${codes} to ${finalUrl}`
}
