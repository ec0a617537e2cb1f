import { notFoundMessage } from '../check-helpers/indexing.ts'
import { defineCheck, fail, googleDocs, notApplicable, pass } from '../define-check.ts'
import { isSuccess } from '../fetched-page.ts'

export const soft404Page = defineCheck({
  id: 'soft-404-page',
  name: 'Soft 404 page',
  aliases: ['error page', 'not found page'],
  titlePass: 'The page isn’t a soft 404',
  titleFail: 'The page says “not found” but returns success',
  why: 'Google treats a page that reports an error with a success status as a soft 404 and leaves it out of the index.',
  how: 'Return 404 or 410 if the page doesn’t exist. If it does, change the title or H1 that says otherwise.',
  action: 'Remove or repair this page, which says that it wasn’t found',
  effort: 'hours',
  thresholds:
    'Fail: the page returns 2xx, has at most 300 words, and its title or H1 is a common error message, such as “404” or “Page not found”, in one of ten languages. Not applicable: pages that return an error. Our threshold; Google names no limits.',
  reference: googleDocs('HTTP status codes', 'crawling-indexing/http-network-errors'),
  grade: 'recommended',
  supersedes: ['in-sitemap'],
  needs: ['response', 'metadata', 'headings', 'words'],
  run(facts) {
    if (!isSuccess(facts.response.status)) return notApplicable('The page returns an error')
    const text = notFoundMessage(facts)
    if (text === null) return pass({ value: null })
    const at = [
      ...facts.metadata.titles.items.filter((title) => title.text === text),
      ...facts.headings.items.filter((heading) => heading.level === 1 && heading.text === text),
    ][0]?.at
    return fail({ value: text, evidence: [at === undefined ? { snippet: text } : { at }] })
  },
})
