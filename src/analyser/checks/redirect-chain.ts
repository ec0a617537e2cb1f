import { count, defineCheck, googleDocs, pass, warn } from '../define-check.ts'

const temporary = new Set([302, 303, 307])

export const redirectChain = defineCheck({
  id: 'redirect-chain',
  titlePass: 'No chain of redirects leads to the page',
  titleFail: 'Several redirects lead to the page',
  why: 'Every redirect costs visitors and crawlers a round trip. Googlebot gives up after ten.',
  how: 'Let the first address redirect straight to the last one, and let links and sitemaps name the last one. Use 301 or 308 where the move is permanent.',
  thresholds: 'None or one redirect passes, two to ten warn: Googlebot follows up to ten.',
  reference: googleDocs('Redirects and network errors', 'crawling-indexing/http-network-errors'),
  grade: 'recommended',
  needs: ['response'],
  run({ response: { redirects } }) {
    const hops = redirects.length
    if (hops === 0) return pass({ value: 0, title: 'The address leads to the page without a redirect' })
    const evidence = redirects.map(({ url, status, location }) => ({
      url,
      note: `${status}, ${temporary.has(status) ? 'temporary' : 'permanent'}, to ${(location ?? 'nowhere').slice(0, 300)}`,
    }))
    if (hops === 1) return pass({ value: 1, title: 'One redirect leads to the page', evidence })
    return warn({ value: hops, title: `${count(hops, 'redirect')} lead to the page`, evidence })
  },
})
