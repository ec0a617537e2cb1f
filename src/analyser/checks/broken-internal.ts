import { isSameUrl } from '#contract/url-key.ts'
import { defineCheck, fail, googleDocs } from '../define-check.ts'
import { evaluateLinks, linksOfSide } from '../probes/results.ts'

export const brokenInternal = defineCheck({
  id: 'broken-internal',
  name: 'Broken internal links',
  aliases: ['dead links', '404 errors', 'internal linking'],
  titlePass: 'No broken internal links found',
  titleFail: 'Some internal links are broken',
  why: 'Broken internal links are dead ends for visitors and search engines.',
  how: 'Fix the URL, restore the page or remove the link. If the page has moved, link to its new URL.',
  action: 'Repair links to your own pages that lead nowhere',
  effort: 'hours',
  thresholds:
    'Pass: every checked internal link works. Fail: a link returns 4xx or 5xx, its domain doesn’t exist, or it redirects in a loop. A crawl checks the first 1,000 links of a page, other reports check a sample. 401, 429 and requests without a response are ignored. 403 counts as broken, because the page itself was accessible. Common practice (Semrush, Ahrefs, Screaming Frog).',
  reference: googleDocs('Crawlable links', 'crawling-indexing/links-crawlable'),
  grade: 'recommended',
  deduction:
    'The share of checked links that are broken, at least 10%. Links without a clear response, those that a crawl left out, and a link to the page itself count as working.',
  needs: ['probes', 'links', 'linkNotes', 'response'],
  uses: ['crawl'],
  changeable: true,
  withoutLocations: true,
  run: (facts) =>
    evaluateLinks(linksOfSide(facts, 'internal'), 'internal', {
      fault: fail,
      floor: 0.1,
      others: facts.links.items.some(({ url }) => url !== null && isSameUrl(url, facts.response.finalUrl)) ? 1 : 0,
    }),
})
