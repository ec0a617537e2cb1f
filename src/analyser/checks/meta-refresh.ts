import { redirectingRefreshes, type Refresh, refreshesOf } from '../check-helpers/indexing.ts'
import { count, defineCheck, type LocatedEvidence, googleDocs, info, pass, warn } from '../define-check.ts'

export const texts = {
  app: 'The page opens an app with a refresh',
  ignored: 'Browsers ignore the refresh, because its URL is invalid',
  target: (url: string) => `It leads to ${url}.`,
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
    'Warning: a meta tag or the Refresh header redirects to another URL (Google recommends server-side redirects). Info: the page only reloads itself, opens an app, or has a refresh that browsers ignore.',
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
        note: `After ${count(refresh.seconds, 'second')}${refresh.url === '' && refresh.target !== '' ? `. ${texts.target(refresh.target)}` : ''}`,
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
    const other = refreshes.find(({ effect }) => effect === 'app' || effect === 'ignored')
    if (other)
      return info(other.effect === 'app' ? texts.app : texts.ignored, {
        value: other.seconds,
        evidence: evidence(refreshes),
      })
    return again
      ? info(`The page reloads itself every ${count(again.seconds, 'second')}`, {
          value: again.seconds,
          evidence: evidence(refreshes),
        })
      : pass({ value: null })
  },
})
