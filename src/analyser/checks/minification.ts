import { formatRoughBytes } from '#contract/format/numbers.ts'
import { count, defineCheck, notApplicable, pass, unknown, warn } from '../define-check.ts'
import { loadedWithPage, sampledFiles } from '../probes/page-files.ts'
import { noResponse } from '../probes/results.ts'

const worthwhile = 5000
/** A smaller saving in one file is a licence or a stray line break. */
const perFile = 200

export const texts = {
  cut: 'We couldn’t read any script or stylesheet completely.',
  saving: (read: number, files: number, saving: string) =>
    `Minifying ${read} of ${count(files, 'script or stylesheet', 'scripts and stylesheets')} would save ${saving}`,
}

export const minification = defineCheck({
  id: 'minification',
  name: 'Minification',
  aliases: ['minify CSS', 'minify JavaScript', 'unminified code', 'page speed'],
  titlePass: 'CSS and JavaScript are minified',
  titleFail: 'CSS and JavaScript aren’t minified',
  why: 'Comments and white space are for developers. Browsers download them for nothing.',
  how: 'Minify scripts and stylesheets in your build. Many CDNs and CMS plugins can do it for you.',
  action: 'Shrink scripts and styles',
  effort: 'hours',
  thresholds:
    'Pass: up to 5 KB (5,000 bytes) to save in the sampled files. Warning: more (Yellow Lab Tools). Unknown: we couldn’t read any script or stylesheet completely. Not applicable: the HTML loads none. Estimated from comments and white space, before compression.',
  reference: null,
  grade: 'heuristic',
  needs: ['probes', 'resources', 'loading', 'response'],
  changeable: true,
  withoutLocations: true,
  run({ probes, ...facts }) {
    const { received, missing } = sampledFiles(probes)
    const { urls } = loadedWithPage(facts)
    const isCode = (kind: string | undefined) => kind === 'script' || kind === 'style'
    const named = [...urls.values()].filter(isCode).length
    const read = received.flatMap(({ url, at, code }) => (code === null ? [] : [{ url, at, ...code }]))
    if (read.length === 0) {
      if (named === 0) return notApplicable('The HTML loads no scripts or stylesheets')
      if (received.some(({ url, isWebPage }) => !isWebPage && isCode(urls.get(url))))
        return unknown('We couldn’t check minification', texts.cut)
      return noResponse(
        'We couldn’t check minification',
        [...received, ...missing].filter(({ url }) => isCode(urls.get(url))),
      )
    }
    const value = read.reduce((sum, { saving }) => sum + saving, 0)
    const files = Math.max(named, read.length)
    if (value <= worthwhile)
      return pass({
        value,
        title: texts.saving(read.length, files, value === 0 ? 'nothing' : `only ${formatRoughBytes(value)}`),
      })
    const evidence = read
      .filter(({ saving }) => saving > perFile)
      .toSorted((a, b) => b.saving - a.saving)
      .map(({ url, at, saving, bytes }) => ({
        ...(at === null ? {} : { at }),
        url,
        note: `About ${formatRoughBytes(saving)} of ${formatRoughBytes(bytes)}`,
      }))
    return warn({ value, title: texts.saving(read.length, files, `about ${formatRoughBytes(value)}`), evidence })
  },
})
