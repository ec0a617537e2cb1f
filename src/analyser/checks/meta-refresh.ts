import { redirectingRefreshes, type Refresh, refreshesOf } from '../check-helpers/indexing.ts'
import { count, defineCheck, type LocatedEvidence, googleDocs, info, pass, warn } from '../define-check.ts'

export const texts = {
  immediate: 'The page redirects immediately with a refresh',
  delayed: (seconds: number) => `The page redirects after ${count(seconds, 'second')} with a refresh`,
}

export const metaRefresh = defineCheck({
  id: 'meta-refresh',
  name: 'Meta refresh',
  aliases: ['html redirect', 'refresh tag', 'auto redirect'],
  titlePass: 'The page doesn’t use a refresh redirect',
  titleFail: 'The page uses a refresh redirect',
  why: 'Google follows a refresh redirect, but recommends redirects on the server. A delayed refresh moves people on while they may still be reading.',
  how: 'Use a 301 or 308 redirect on the server. If readers should choose, offer a link.',
  action: 'Forward visitors in a way that search engines follow',
  effort: 'minutes',
  thresholds:
    'Warning: a meta tag or the Refresh header redirects to another URL (Google recommends server-side redirects). Info: the page only reloads itself.',
  reference: googleDocs('Redirects and Google Search', 'crawling-indexing/301-redirects'),
  grade: 'recommended',
  deduction: 'All for an immediate redirect; 20% for one after a delay.',
  supersedes: ['in-sitemap'],
  needs: ['metadata', 'document', 'response'],
  run(facts) {
    const { finalUrl } = facts.response
    const refreshes = refreshesOf(facts)
    const moving = redirectingRefreshes(facts)
    const evidence = (list: Refresh[]) =>
      list.map((refresh): LocatedEvidence => ({
        url: refresh.url || finalUrl,
        ...refresh.evidence,
        note: `After ${count(refresh.seconds, 'second')}`,
      }))
    const [first] = moving
    if (first)
      return warn({
        extent: first.seconds === 0 ? 1 : 0.2,
        value: first.url,
        title: first.seconds === 0 ? texts.immediate : texts.delayed(first.seconds),
        evidence: evidence(moving),
      })
    const [again] = refreshes
    return again
      ? info(`The page reloads itself every ${count(again.seconds, 'second')}`, {
          value: again.seconds,
          evidence: evidence(refreshes),
        })
      : pass({ value: null })
  },
})
