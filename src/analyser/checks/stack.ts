import { count, defineCheck, info } from '../define-check.ts'
import type { Technology } from '../facts/stack.ts'

export const stack = defineCheck({
  id: 'stack',
  titlePass: 'The technologies behind the page are listed',
  titleFail: 'The technologies behind the page are not known',
  why: 'Knowing what a page is made with tells where a finding has to be mended. It says nothing about the quality of the page.',
  how: 'There is nothing to do. What is shown is what the page tells everybody by itself.',
  thresholds:
    'Shown only. Each is recognised by one sign: the generator meta element, a header, the name of a cookie, the address of a script, style sheet or image, or a mark in the page.',
  reference: null,
  grade: 'heuristic',
  needs: ['stack'],
  run({ stack: found }) {
    if (found.length === 0) return info('No technology was recognised', { value: '' })
    const names = found.map(nameOf)
    const evidence = found.map((one) => ({ note: `${nameOf(one)}, ${kinds[one.kind]}: ${one.because}` }))
    return info(`${count(found.length, 'technology was', 'technologies were')} recognised`, {
      value: names.join(', '),
      evidence,
    })
  },
})

const nameOf = ({ name, version }: Technology) => (version === null ? name : `${name} ${version}`)

const kinds: Record<Technology['kind'], string> = {
  cms: 'content management',
  shop: 'shop',
  framework: 'framework',
  analytics: 'analytics',
  cdn: 'delivery network',
  server: 'server',
}
