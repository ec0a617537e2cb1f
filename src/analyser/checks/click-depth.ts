import { count, defineCheck, notApplicable, pass, warn } from '../define-check.ts'

const deepest = 4

export const clickDepth = defineCheck({
  id: 'click-depth',
  name: 'Click depth',
  aliases: ['crawl depth', 'page depth', 'internal linking', 'crawl budget'],
  titlePass: 'The page is few clicks away from the home page',
  titleFail: 'The page is many clicks away from the home page',
  why: 'What lies far from the home page is found late by visitors and search engines, and taken for unimportant.',
  how: 'Link to the page from a page nearer to the home page, such as an overview or a related article.',
  thresholds:
    'More than four clicks from the home page warn (a habit of the trade; Google names no number). It is only known where the website has been crawled.',
  reference: null,
  grade: 'heuristic',
  needs: ['beyond'],
  run({ beyond: { clickDepth: depth } }) {
    if (depth === null)
      return notApplicable('How many clicks lead here from the home page is only known after a crawl of the website')
    const title = depth === 0 ? 'This is the home page' : `The page is ${count(depth, 'click')} away from the home page`
    return depth > deepest ? warn({ value: depth, title }) : pass({ value: depth, title })
  },
})
