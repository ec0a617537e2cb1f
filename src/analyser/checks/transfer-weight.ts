import { count, defineCheck, fail, inUnits, pass, unknown, warn } from '../define-check.ts'
import { loadedWithPage } from '../probes/page-files.ts'
import { withoutFragment } from '../facts/urls.ts'

const light = 2667 * 1024
const heavy = 4000 * 1024

export const transferWeight = defineCheck({
  id: 'transfer-weight',
  titlePass: 'The page is light to load',
  titleFail: 'The page is heavy to load',
  why: 'Every byte takes time, and on many phone plans money. Heavy pages are left before they have come.',
  how: 'Shrink the largest files first, usually images and scripts. Load lazily what stands below the first screen, and leave out what nothing uses.',
  thresholds:
    'Up to 2,667 KiB pass, up to 4,000 KiB warn, more fails (Lighthouse total-byte-weight), as sent over the network: the HTML and the files it loads at once. What style sheets and scripts load themselves is not counted. Files are sampled: a part of them may already weigh too much, but passes only when all are known.',
  reference: null,
  grade: 'heuristic',
  needs: ['response', 'resources', 'loading', 'probes'],
  withoutPlaces: true,
  run({ probes, ...facts }) {
    const { urls, cut } = loadedWithPage(facts)
    const known = new Map<string, number>()
    for (const { purpose, url, wireBytes } of probes) {
      const plain = withoutFragment(url)
      if (purpose === 'resource' && wireBytes !== null && urls.has(plain)) known.set(plain, wireBytes)
    }
    const value = [...known.values()].reduce((sum, bytes) => sum + bytes, facts.response.wireBytes)
    const isWhole = known.size === urls.size && !cut && !facts.response.truncated
    const what = known.size === 0 ? 'The HTML' : `The HTML and ${count(known.size, 'file')} with it`
    const title = `${what} ${known.size === 0 ? 'weighs' : 'weigh'} ${inUnits(value)}`
    const evidence = [...known].toSorted((a, b) => b[1] - a[1]).map(([url, bytes]) => ({ url, note: inUnits(bytes) }))
    if (value > heavy) return fail({ value, title, evidence })
    if (value > light) return warn({ value, title, evidence })
    if (isWhole) return pass({ value, title })
    return unknown(
      'The weight of the whole page is not known',
      `The weight of ${known.size} of ${cut ? 'more than ' : ''}${count(urls.size, 'file')} that load with the page is known; with the HTML they weigh ${inUnits(value)}.`,
      { value },
    )
  },
})
