import { count, defineCheck, fail, pass, warn } from '../define-check.ts'
import type { ResourceKind } from '../facts/resources.ts'
import { loadedWithPage } from '../probes/page-files.ts'

const many = 80
const tooMany = 240
const kinds = {
  script: 'script',
  style: 'stylesheet',
  image: 'image',
  frame: 'frame',
  object: 'other file',
} as const satisfies Partial<Record<ResourceKind, string>>

export const texts = {
  files: (files: number, cut: boolean) =>
    `The HTML loads ${cut ? 'at least ' : ''}${count(files, 'file')} with the page`,
}

export const requests = defineCheck({
  id: 'requests',
  name: 'Request count',
  aliases: ['number of requests', 'HTTP requests', 'page speed'],
  titlePass: 'The page loads few files',
  titleFail: 'The page loads many files',
  why: 'Every file takes time to download, especially on phones. The more there are, the later the important ones arrive.',
  how: 'Add loading="lazy" to images and frames below the fold. Remove unused scripts and combine small ones.',
  action: 'Load fewer files',
  effort: 'days',
  thresholds:
    'Pass: up to 80. Warning: up to 240. Fail: more (Yellow Lab Tools). Counts scripts, stylesheets, images, frames and objects in the HTML, each URL once. Lazy-loaded files, media, icons and files loaded by stylesheets and scripts aren’t counted.',
  reference: null,
  grade: 'heuristic',
  needs: ['resources', 'loading', 'response'],
  changeable: true,
  withoutLocations: true,
  run(facts) {
    const { urls, cut } = loadedWithPage(facts)
    const value = urls.size
    const found = [...urls.values()]
    const evidence = Object.entries(kinds).flatMap(([kind, name]) => {
      const amount = found.filter((loaded) => loaded === kind).length
      return amount > 0 ? [{ note: count(amount, name) }] : []
    })
    const title = texts.files(value, cut)
    if (value <= many) return pass({ value, title: value === 0 ? 'The HTML loads no other files' : title })
    return value <= tooMany ? warn({ value, title, evidence }) : fail({ value, title, evidence })
  },
})
