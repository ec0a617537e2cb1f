import { count, defineCheck, type Finding, googleDocs, info, pass, warn } from '../define-check.ts'
import { redirectingRefreshes, type Refresh, refreshesOf } from '../refresh.ts'

export const metaRefresh = defineCheck({
  id: 'meta-refresh',
  name: 'Meta refresh',
  aliases: ['html redirect', 'refresh tag', 'auto redirect'],
  titlePass: 'The page does not send its readers on by itself',
  titleFail: 'The page sends its readers on by a refresh',
  why: 'A refresh moves readers after the page was loaded, and takes those along who are still reading. Search engines take it as a redirect, a weaker one than the server gives.',
  how: 'Let the server answer with a 301 or 308 redirect instead. Offer a plain link where readers should choose.',
  thresholds:
    'A refresh to another address, in a meta element or in the Refresh header, warns: Google advises a redirect by the server. A page that only loads itself again is noted.',
  reference: googleDocs('Redirects and Google Search', 'crawling-indexing/301-redirects'),
  grade: 'recommended',
  deduction: 'All for a redirect at once; 20% for one after a delay.',
  supersedes: ['in-sitemap'],
  needs: ['metadata', 'document', 'response'],
  run(facts) {
    const { finalUrl } = facts.response
    const refreshes = refreshesOf(facts)
    const moving = redirectingRefreshes(facts)
    const evidence = (list: Refresh[]) =>
      list.map(({ seconds, url, finding }): Finding => ({
        url: url || finalUrl,
        ...finding,
        note: `After ${count(seconds, 'second')}`,
      }))
    const [first] = moving
    if (first)
      return warn({
        extent: first.seconds === 0 ? 1 : 0.2,
        value: first.url,
        title:
          first.seconds === 0
            ? 'The page sends its readers on at once'
            : `The page sends its readers on after ${count(first.seconds, 'second')}`,
        evidence: evidence(moving),
      })
    const [again] = refreshes
    return again
      ? info(`The page loads itself again after ${count(again.seconds, 'second')}`, {
          value: again.seconds,
          evidence: evidence(refreshes),
        })
      : pass({ value: null })
  },
})
