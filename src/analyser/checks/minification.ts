import { count, defineCheck, inUnits, notApplicable, pass, unknown, warn } from '../define-check.ts'
import { loadedWithPage, sampledFiles } from '../probes/page-files.ts'
import { noResponse } from '../probes/results.ts'

const worthwhile = 5000
/** A smaller saving in one file is a licence or a stray line break. */
const perFile = 200

export const minification = defineCheck({
  id: 'minification',
  name: 'Minification',
  aliases: ['minify CSS', 'minify JavaScript', 'unminified code', 'page speed'],
  titlePass: 'Scripts and style sheets are minified',
  titleFail: 'Scripts and style sheets are not minified',
  why: 'Comments and white space are for people; browsers only have to load and skip them.',
  how: 'Let the build minify scripts and style sheets. Many CDNs and plugins for CMSs do it as well.',
  thresholds:
    'More than 5 KB (5,000 bytes) to be saved in the files looked at warns (YellowLabTools). Estimated before compression from comments and white space alone, and in a sample of the scripts and style sheets.',
  reference: null,
  grade: 'heuristic',
  needs: ['probes', 'resources', 'loading', 'response'],
  withoutPlaces: true,
  run({ probes, ...facts }) {
    const { received, missing } = sampledFiles(probes)
    const { urls } = loadedWithPage(facts)
    const isCode = (kind: string | undefined) => kind === 'script' || kind === 'style'
    const named = [...urls.values()].filter(isCode).length
    const read = received.flatMap(({ url, at, code }) => (code === null ? [] : [{ url, at, ...code }]))
    if (read.length === 0) {
      if (named === 0) return notApplicable('The HTML loads neither scripts nor style sheets')
      if (received.some(({ url }) => isCode(urls.get(url))))
        return unknown('Whether files are minified is not known', 'No script or style sheet could be read whole.')
      return noResponse(
        'Whether files are minified is not known',
        missing.filter(({ url }) => isCode(urls.get(url))),
      )
    }
    const value = read.reduce((sum, { saving }) => sum + saving, 0)
    const of = `${read.length} of ${count(Math.max(named, read.length), 'script and style sheet', 'scripts and style sheets')} looked at`
    if (value <= worthwhile) return pass({ value, title: `Minifying would save little: ${inUnits(value)} in ${of}` })
    const evidence = read
      .filter(({ saving }) => saving > perFile)
      .toSorted((a, b) => b.saving - a.saving)
      .map(({ url, at, saving, bytes }) => ({
        ...(at === null ? {} : { at }),
        url,
        note: `About ${inUnits(saving)} of ${inUnits(bytes)}`,
      }))
    return warn({ value, title: `Minifying would save about ${inUnits(value)} in ${of}`, evidence })
  },
})
