import { defineCheck, fail, pass, warn } from '../define-check.ts'

const many = 1500
const tooMany = 3000
const deep = 30

export const domSize = defineCheck({
  id: 'dom-size',
  name: 'DOM size',
  aliases: ['number of elements', 'HTML elements', 'page speed'],
  titlePass: 'The page has a moderate number of elements',
  titleFail: 'The page has many elements',
  why: 'Each element costs memory, and work at every change of style or layout. Phones with large pages react late to touches.',
  how: 'Build long lists as the reader scrolls, or split them into pages. Take out wrappers that only nest.',
  thresholds:
    'Up to 1,500 elements pass, up to 3,000 warn, more fail; nesting deeper than 30 warns (YellowLabTools, SEOnaut, SiteOne). Counted in the HTML as sent, head included; scripts may add more.',
  reference: null,
  grade: 'heuristic',
  needs: ['document'],
  withoutPlaces: true,
  run({ document: { elements, depth, cut } }) {
    const amount = `The page has ${cut ? 'at least ' : ''}${elements} ${elements === 1 ? 'element' : 'elements'}`
    const details = { value: elements, title: `${amount}, nested ${depth} deep` }
    if (elements > tooMany || cut) return fail(details)
    if (elements > many) return warn(details)
    return depth > deep ? warn({ value: elements, title: `Elements are nested ${depth} deep` }) : pass(details)
  },
})
