import { deepClicks } from '#contract/websites/website.ts'
import { count, defineCheck, notApplicable, pass, warn } from '../define-check.ts'

export const texts = {
  home: 'This is the home page',
  clicks: (depth: number) => `The page is ${count(depth, 'click')} from the home page`,
}

export const clickDepth = defineCheck({
  id: 'click-depth',
  name: 'Click depth',
  aliases: ['crawl depth', 'page depth', 'internal linking', 'crawl budget', 'orphan page'],
  titlePass: 'The page is close to the home page',
  titleFail: 'The page is far from the home page',
  why: 'Visitors and search engines find deep pages later and treat them as less important.',
  how: 'Link to this page from one nearer the home page, such as a category page or a related article.',
  action: 'Make the page easier to reach from the home page',
  effort: 'hours',
  thresholds: `Pass: up to ${deepClicks} clicks from the home page. Warning: more (common practice; Google sets no limit). Not applicable: the website hasn’t been crawled.`,
  reference: null,
  grade: 'heuristic',
  needs: ['beyond'],
  changeable: true,
  run({ beyond: { clickDepth: depth } }) {
    if (depth === null) return notApplicable('Click depth is only known after a site crawl')
    const title = depth === 0 ? texts.home : texts.clicks(depth)
    return depth > deepClicks ? warn({ value: depth, title }) : pass({ value: depth, title })
  },
})
