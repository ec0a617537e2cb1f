import { count, defineCheck, fail, pass, warn } from '../define-check.ts'

const many = 1500
const tooMany = 3000
const deep = 30

export const texts = {
  deep: (levels: string) => `Elements are nested ${levels} deep`,
  size: (elements: string, levels: string) => `The page has ${elements}, nested ${levels} deep`,
}

export const domSize = defineCheck({
  id: 'dom-size',
  name: 'DOM size',
  aliases: ['number of elements', 'HTML elements', 'page speed'],
  titlePass: 'The DOM is a reasonable size',
  titleFail: 'The DOM is too large',
  why: 'Every element uses memory and slows down style and layout work. Large pages respond slowly on phones.',
  how: 'Load long lists as people scroll, or paginate them. Remove wrapper elements that only add nesting.',
  action: 'Simplify the structure of the page',
  effort: 'days',
  thresholds:
    'Pass: up to 1,500 elements, nested up to 30 levels deep. Warning: up to 3,000, or nested deeper. Fail: more. Counts the HTML as served; scripts can add more. Based on Yellow Lab Tools, SEOnaut and SiteOne.',
  reference: null,
  grade: 'heuristic',
  needs: ['document'],
  withoutLocations: true,
  run({ document: { elements, depth, cut } }) {
    const levels = count(depth, 'level')
    const amount = `${cut ? 'at least ' : ''}${count(elements, 'element')}`
    const details = { value: elements, title: texts.size(amount, levels) }
    if (elements > tooMany || cut) return fail(details)
    if (elements > many) return warn(details)
    return depth > deep ? warn({ value: elements, title: texts.deep(levels) }) : pass(details)
  },
})
