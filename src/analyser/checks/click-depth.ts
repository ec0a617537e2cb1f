import { deepClicks } from '#contract/websites/website.ts'
import { count, defineCheck, notApplicable, pass, warn } from '../define-check.ts'
import { crawlRunning } from '../probes/results.ts'

export const texts = {
  start: 'The crawl started at this page',
  clicks: (depth: number) => `The page is ${count(depth, 'click')} from the start of the crawl`,
}

export const clickDepth = defineCheck({
  id: 'click-depth',
  name: 'Click depth',
  aliases: ['crawl depth', 'page depth', 'internal linking', 'crawl budget', 'orphan page'],
  titlePass: 'The page is close to the start page',
  titleFail: 'The page is far from the start page',
  why: 'Visitors and search engines find deep pages later and treat them as less important.',
  how: 'Link to this page from one nearer the home page, such as a category page or a related article.',
  action: 'Make the page easier to reach from the home page',
  effort: 'hours',
  thresholds: `Pass: up to ${deepClicks} clicks from the page where the crawl started, which is usually the home page. Warning: more (common practice; Google sets no limit). Redirects don’t count as clicks. Not applicable: reports without a crawl, and pages that no path of links reaches.`,
  reference: null,
  grade: 'heuristic',
  needs: [],
  uses: ['crawl'],
  changeable: true,
  run({ crawl }) {
    if (crawl === undefined) return notApplicable('Click depth is only known after a crawl')
    if (crawl.state === 'running') return crawlRunning
    const { clicks } = crawl
    if (clicks === null) return notApplicable('No links lead from the start page to this page')
    const title = clicks === 0 ? texts.start : texts.clicks(clicks)
    return clicks > deepClicks ? warn({ value: clicks, title }) : pass({ value: clicks, title })
  },
})
