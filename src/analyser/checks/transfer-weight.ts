import { formatRoughBytes } from '#contract/format/numbers.ts'
import { count, defineCheck, fail, pass, unknown, warn } from '../define-check.ts'
import { withoutFragment } from '../facts/urls.ts'
import { loadedWithPage, sampledFiles } from '../probes/page-files.ts'

const light = 2667 * 1024
const heavy = 4000 * 1024

export const texts = {
  weight: (files: number, size: string) =>
    files === 0 ? `The HTML weighs ${size}` : `The HTML and ${count(files, 'file')} with it weigh ${size}`,
}

export const transferWeight = defineCheck({
  id: 'transfer-weight',
  name: 'Page weight',
  aliases: ['page size', 'total bytes', 'page speed'],
  titlePass: 'The page is lightweight',
  titleFail: 'The page is too heavy',
  why: 'Every byte takes time and, on many mobile plans, money. People leave heavy pages before they load.',
  how: 'Shrink the largest files first, usually images and scripts. Lazy-load anything below the fold and remove what you don’t use.',
  action: 'Make the page lighter, so that it loads faster',
  effort: 'days',
  thresholds:
    'Pass: up to 2,667 KiB, with every file’s size known. Warning: up to 4,000 KiB. Fail: more (Lighthouse total-byte-weight). Unknown: up to 2,667 KiB, but some sizes aren’t known, because files are sampled. Compressed size of the HTML and the files it loads straight away. Files that return an error are left out.',
  reference: null,
  grade: 'heuristic',
  needs: ['response', 'resources', 'loading', 'probes'],
  changeable: true,
  withoutLocations: true,
  run({ probes, ...facts }) {
    const { urls, cut } = loadedWithPage(facts)
    for (const { url, outcome } of sampledFiles(probes).missing)
      if (outcome === 'answered') urls.delete(withoutFragment(url))
    const known = new Map<string, number>()
    for (const { purpose, url, wireBytes } of probes) {
      const plain = withoutFragment(url)
      if (purpose === 'resource' && wireBytes !== null && urls.has(plain)) known.set(plain, wireBytes)
    }
    const value = [...known.values()].reduce((sum, bytes) => sum + bytes, facts.response.wireBytes)
    const isWhole = known.size === urls.size && !cut && !facts.response.truncated
    const title = texts.weight(known.size, formatRoughBytes(value))
    const evidence = [...known]
      .toSorted((a, b) => b[1] - a[1])
      .map(([url, bytes]) => ({ url, note: formatRoughBytes(bytes) }))
    if (value > heavy) return fail({ value, title, evidence })
    if (value > light) return warn({ value, title, evidence })
    if (isWhole) return pass({ value, title })
    return unknown(
      'We couldn’t measure the whole page',
      `We know the size of ${known.size} of ${cut ? 'more than ' : ''}${count(urls.size, 'file')} that load with the page. With the HTML, they weigh ${formatRoughBytes(value)}.`,
      { value },
    )
  },
})
