import { count, defineCheck, info } from '../define-check.ts'
import type { Technology } from '../facts/stack.ts'

export const texts = {
  detected: (technologies: number) => `${count(technologies, 'technology', 'technologies')} detected`,
}

export const stack = defineCheck({
  id: 'stack',
  name: 'Technologies',
  aliases: ['CMS', 'analytics', 'CDN', 'tech stack', 'WordPress'],
  titlePass: 'Technologies detected',
  titleFail: 'No technologies detected',
  why: 'Knowing what a page is built with tells you where to fix an issue. It doesn’t affect the score.',
  how: 'Nothing to do. We show what the page reveals about itself.',
  thresholds:
    'Info only. Detected from the generator tag, headers, cookie names, resource URLs or markers in the HTML.',
  reference: null,
  grade: 'heuristic',
  needs: ['stack'],
  run({ stack: found }) {
    if (found.length === 0) return info('No technologies detected', { value: '' })
    const names = found.map(versionedNameOf)
    const evidence = found.map((product) => ({
      note: `${versionedNameOf(product)}, ${kinds[product.kind]}: ${product.because}`,
    }))
    return info(texts.detected(found.length), {
      value: names.join(', '),
      evidence,
    })
  },
})

const versionedNameOf = ({ name, version }: Technology) => (version === null ? name : `${name} ${version}`)

const kinds: Record<Technology['kind'], string> = {
  cms: 'CMS',
  shop: 'online shop',
  framework: 'framework',
  analytics: 'analytics',
  cdn: 'CDN',
  server: 'server',
}
