import {
  type CheckOutput,
  count,
  defineCheck,
  googleDocs,
  grouped,
  notApplicable,
  pass,
  shareOf,
  unknown,
  warn,
} from '../define-check.ts'
import { redirectsElsewhere } from '../facts/probes.ts'
import type { LinkAnswer, LinksInCrawl } from '../link-answers.ts'
import { crawlRunning, linkProbes, noResponse, reasonOfUnchecked, whereOf } from '../probes/results.ts'

export const texts = {
  only: 'The only sampled internal link redirects',
  onlyDirect: 'The only internal link doesn’t redirect',
  none: (links: number) => `None of the ${links} internal links redirect`,
  noDestination: (codes: string) => `${codes}, no valid destination`,
  redirecting: (redirecting: number, checked: number) =>
    `${redirecting} of ${checked} sampled internal links ${redirecting === 1 ? 'redirects' : 'redirect'}`,
  redirectingInCrawl: (redirecting: number, links: number, isCut: boolean) =>
    links === 1
      ? 'The only internal link redirects'
      : `${grouped(redirecting)} of ${isCut ? 'the first ' : ''}${grouped(links)} internal links ${redirecting === 1 ? 'redirects' : 'redirect'}`,
  checked: (checked: number, links: number) =>
    `${grouped(checked)} of ${count(links, 'internal link')} checked, none redirect`,
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
    'Pass: no checked internal link redirects. Warning: one returns 3xx. Unknown: no checked link responded. A crawl checks the first 1,000 links of a page, other reports check a sample. Not applicable: pages without internal links.',
  reference: googleDocs('Redirects', 'crawling-indexing/301-redirects'),
  grade: 'heuristic',
  deduction: 'The share of checked links that redirect, at least 25%.',
  needs: ['probes', 'linkNotes', 'response'],
  uses: ['crawl'],
  changeable: true,
  withoutLocations: true,
  run({ probes, linkNotes, response: { finalUrl }, crawl }) {
    const sampled = linkProbes(probes, finalUrl, 'internal')
    const total = Math.max(linkNotes.addresses.internal, sampled.length)
    if (total === 0) return notApplicable('The page has no internal links')
    if (crawl) return crawl.state === 'running' ? crawlRunning : evaluateAll(crawl.internal, total)
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
        title: total === 1 ? texts.onlyDirect : texts.none(total),
      })
    return pass({
      value: 0,
      title: texts.sampled(determined, total),
    })
  },
})

function evaluateAll({ targets, redirecting, unchecked }: LinksInCrawl, total: number): CheckOutput {
  const reason = reasonOfUnchecked(unchecked, targets, total)
  const determined = targets - unchecked.total
  if (redirecting.total > 0)
    return {
      ...warn({
        extent: shareOf(redirecting.total, targets, 0.25),
        value: redirecting.total,
        title: texts.redirectingInCrawl(redirecting.total, targets, targets < total),
        evidence: redirecting.items.map((link) => ({ at: link.at, url: link.url, note: noteOf(link) })),
        evidenceTotal: redirecting.total,
      }),
      ...reason,
    }
  if (determined === 0) return { ...unknown('We couldn’t check whether internal links redirect', ''), ...reason }
  const title =
    determined < total ? texts.checked(determined, total) : total === 1 ? texts.onlyDirect : texts.none(total)
  return { ...pass({ value: 0, title }), ...reason }
}

function noteOf({ redirects, finalUrl }: LinkAnswer): string {
  const codes = redirects.map(({ status }) => status).join(', then ')
  return finalUrl === null ? texts.noDestination(codes) : `${codes} to ${finalUrl}`
}
