import { notFoundMessage } from '../check-helpers/soft-404.ts'
import { defineCheck, fail, googleDocs, notApplicable, pass } from '../define-check.ts'
import { isSuccess } from '../fetched-page.ts'

export const soft404Page = defineCheck({
  id: 'soft-404-page',
  name: 'Soft 404 page',
  aliases: ['error page', 'not found page'],
  titlePass: 'The page isn’t a soft 404',
  titleFail: 'The page says “not found” but returns success',
  why: 'Google may treat a page that reports an error with a success status as a soft 404 and leave it out of the index.',
  how: 'Return 404 or 410 if the page doesn’t exist. If it does, change the heading or text that says otherwise.',
  action: 'Remove or repair this page, which says that it wasn’t found',
  effort: 'hours',
  thresholds:
    'Pass: any other page, including one about 404 errors. Fail: the page returns 2xx, its H1 or main text is a common error message in one of 14 languages or says that something is gone or that nothing was found, and there is no other content: at most 12 words, 30 beside an empty list, or 60 with advice to visitors. Links don’t count. Not applicable: pages that return an error. Our threshold; Google names no limits.',
  reference: googleDocs('HTTP status codes', 'crawling-indexing/http-network-errors'),
  grade: 'recommended',
  supersedes: ['in-sitemap'],
  needs: ['response', 'metadata', 'headings', 'words', 'mainText', 'links'],
  run(facts) {
    if (!isSuccess(facts.response.status)) return notApplicable('The page returns an error')
    const text = notFoundMessage(facts)
    if (text === null || text === undefined) return pass({ value: null })
    const at = [
      ...facts.metadata.titles.items.filter((title) => title.text === text),
      ...facts.headings.items.filter((heading) => heading.level === 1 && heading.text === text),
    ][0]?.at
    return fail({ value: text, evidence: [at === undefined ? { snippet: text } : { at }] })
  },
})
