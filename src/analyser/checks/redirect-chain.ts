import { count, defineCheck, googleDocs, pass, warn } from '../define-check.ts'

/** Whether a redirect is permanent, by its status. */
const permanence: Record<number, string> = {
  301: 'permanent',
  308: 'permanent',
  302: 'temporary',
  303: 'temporary',
  307: 'temporary',
}

export const redirectChain = defineCheck({
  id: 'redirect-chain',
  name: 'Redirect chain',
  aliases: ['redirects', '301', '302', 'redirect hops', 'crawl budget'],
  titlePass: 'No chain of redirects leads to the page',
  titleFail: 'Several redirects lead to the page',
  why: 'Every redirect costs visitors and crawlers a round trip. Googlebot gives up after ten.',
  how: 'Let the first address redirect straight to the last one, and let links and sitemaps name the last one. Use 301 or 308 where the move is permanent.',
  thresholds:
    'None or one redirect passes, two to ten warn: Googlebot follows up to ten. Temporary ones are named; they count as the others do.',
  reference: googleDocs('Redirects and network errors', 'crawling-indexing/http-network-errors'),
  grade: 'recommended',
  deduction: 'A quarter for each redirect: half for two, all for four or more.',
  needs: ['response'],
  run({ response: { redirects } }) {
    const hops = redirects.length
    if (hops === 0) return pass({ value: 0, title: 'The address leads to the page without a redirect' })
    const evidence = redirects.map(({ url, status, location }) => ({
      url,
      note: [
        String(status),
        ...(permanence[status] ? [permanence[status]] : []),
        `to ${(location ?? 'nowhere').slice(0, 300)}`,
      ].join(', '),
    }))
    const temporary = redirects.filter(({ status }) => permanence[status] === 'temporary').length
    if (hops === 1)
      return pass({ value: 1, title: `One ${temporary ? 'temporary ' : ''}redirect leads to the page`, evidence })
    return warn({
      value: hops,
      extent: Math.min(1, hops / 4),
      title: `${count(hops, 'redirect')} lead to the page${temporary ? `, ${temporary} of them temporary` : ''}`,
      evidence,
    })
  },
})
