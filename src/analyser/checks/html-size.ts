import { formatRoughBytes } from '#contract/format/numbers.ts'
import { defineCheck, fail, googleDocs, pass } from '../define-check.ts'

const byteLimit = 2 * 1024 * 1024

export const texts = {
  within: (size: string) => `The HTML is ${size}, within Googlebot’s limit`,
  over: (size: string) => `The HTML is over ${size}; we stopped reading there`,
}

export const htmlSize = defineCheck({
  id: 'html-size',
  name: 'HTML size',
  aliases: ['document size', 'page size', 'crawl limit', '2 MB limit'],
  titlePass: 'The HTML is within Googlebot’s limit',
  titleFail: 'The HTML is over Googlebot’s limit',
  why: 'Googlebot reads only the first 2 MB of an HTML file. Anything after that isn’t indexed.',
  how: 'Move large inline data, styles and scripts into separate files. Paginate very long lists.',
  action: 'Make the page short enough for Google to read to the end',
  effort: 'days',
  thresholds:
    'Pass: up to 2 MiB (2,097,152 bytes), uncompressed. Fail: more, or cut at our own limit of 5 MB. Based on Google’s documentation.',
  reference: googleDocs('Googlebot', 'crawling-indexing/googlebot'),
  grade: 'required',
  needs: ['response'],
  run({ response: { bytes, truncated } }) {
    if (truncated) return fail({ value: bytes, title: texts.over(formatRoughBytes(bytes)) })
    if (bytes > byteLimit)
      return fail({ value: bytes, title: `The HTML is ${formatRoughBytes(bytes)}, over Googlebot’s limit` })
    return pass({ value: bytes, title: texts.within(formatRoughBytes(bytes)) })
  },
})
