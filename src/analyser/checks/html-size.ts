import { defineCheck, fail, googleDocs, inUnits, pass } from '../define-check.ts'

const byteLimit = 2 * 1024 * 1024

export const htmlSize = defineCheck({
  id: 'html-size',
  name: 'HTML size',
  aliases: ['document size', 'page size', 'crawl limit', '2 MB limit'],
  titlePass: 'The HTML is small enough to be read whole',
  titleFail: 'The HTML is too large to be read whole',
  why: 'Googlebot reads the first 2 MB of an HTML file and ignores the rest. What stands behind is not indexed.',
  how: 'Move large inline data, styles and scripts into files of their own. Split very long lists into pages.',
  thresholds:
    'Up to 2 MiB (2,097,152 bytes, uncompressed) passes, more fails: Google documents that Googlebot reads the first 2 MB. A page cut at our own limit of 5 MB fails.',
  reference: googleDocs('Googlebot', 'crawling-indexing/googlebot'),
  grade: 'required',
  needs: ['response'],
  run({ response: { bytes, truncated } }) {
    if (truncated) return fail({ value: bytes, title: `The HTML was cut at ${inUnits(bytes)}; the rest was not read` })
    if (bytes > byteLimit)
      return fail({ value: bytes, title: `The HTML has ${inUnits(bytes)}, more than Googlebot reads` })
    return pass({ value: bytes, title: `The HTML has ${inUnits(bytes)}, within what Googlebot reads` })
  },
})
