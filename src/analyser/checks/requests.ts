import { count, defineCheck, fail, pass, warn } from '../define-check.ts'
import { loadedWithPage } from '../probes/page-files.ts'
import type { ResourceKind } from '../facts/resources.ts'

const many = 80
const tooMany = 240
const kinds = {
  script: 'script',
  style: 'style sheet',
  image: 'image',
  frame: 'frame',
  object: 'other file',
} as const satisfies Partial<Record<ResourceKind, string>>

export const requests = defineCheck({
  id: 'requests',
  name: 'Request count',
  aliases: ['number of requests', 'HTTP requests', 'page speed'],
  titlePass: 'The page is made of few files',
  titleFail: 'The page is made of many files',
  why: 'Every file waits for its turn on the network, and on phones each costs time. What the page needs first comes later the more there are.',
  how: 'Put loading="lazy" on images and frames below the first screen. Leave out scripts that nothing uses, and join small ones.',
  thresholds:
    'Up to 80 pass, up to 240 warn, more fail (YellowLabTools). Counted from the HTML, each address once: scripts, style sheets, images, frames and objects that load with the page. What is lazy, media, icons, and all that style sheets and scripts load themselves come on top, so there are at least as many.',
  reference: null,
  grade: 'heuristic',
  needs: ['resources', 'loading', 'response'],
  withoutPlaces: true,
  run(facts) {
    const { urls, cut } = loadedWithPage(facts)
    const value = urls.size
    const found = [...urls.values()]
    const evidence = Object.entries(kinds).flatMap(([kind, name]) => {
      const amount = found.filter((one) => one === kind).length
      return amount > 0 ? [{ note: count(amount, name) }] : []
    })
    const title = `The HTML loads ${cut ? 'at least ' : ''}${count(value, 'file')} with the page`
    if (value <= many)
      return pass({ value, title: value === 0 ? 'The HTML loads no other files with the page' : title })
    return value <= tooMany ? warn({ value, title, evidence }) : fail({ value, title, evidence })
  },
})
