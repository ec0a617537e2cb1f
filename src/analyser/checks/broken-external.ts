import { defineCheck, warn } from '../define-check.ts'
import { evaluateLinks, linksOfSide } from '../probes/results.ts'

export const brokenExternal = defineCheck({
  id: 'broken-external',
  name: 'Broken external links',
  aliases: ['outbound links', 'dead links', '404 errors', 'link rot'],
  titlePass: 'No broken external links found',
  titleFail: 'Some external links are broken',
  why: 'Dead links frustrate visitors and make a page look neglected.',
  how: 'Link to the page’s new URL, a different source or an archived copy. Otherwise, remove the link.',
  action: 'Repair links to other websites that lead nowhere',
  effort: 'minutes',
  thresholds:
    'Pass: every checked external link works. Warning: a link returns 4xx or 5xx; its domain doesn’t exist; its server doesn’t respond; or it redirects in a loop. A crawl requests each link once, other reports check a sample. 401, 403, 429 and 999 are ignored, because many servers return them to bots. Common practice (SEOnaut, squirrelscan).',
  reference: null,
  grade: 'heuristic',
  deduction:
    'The share of checked links that are broken, at least 25%. Links without a clear response, and those that a crawl left out, count as working.',
  needs: ['probes', 'linkNotes', 'response'],
  uses: ['crawl'],
  changeable: true,
  withoutLocations: true,
  run: (facts) => evaluateLinks(linksOfSide(facts, 'external'), 'external', { fault: warn, floor: 0.25 }),
})
