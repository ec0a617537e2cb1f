import { count, defineCheck, fail, inUnits, notApplicable, pass, shareOf, warn } from '../define-check.ts'
import { sampledFiles, mediaTypeOf } from '../probes/page-files.ts'
import type { ProbeFact } from '../facts/probes.ts'

const worthwhile = 1024
const codings = new Set(['gzip', 'x-gzip', 'br', 'zstd', 'deflate', 'dcb', 'dcz'])
const textTypes = /^text\/css$|^(?:text|application)\/(?:x-)?(?:java|ecma)script$/

export const compression = defineCheck({
  id: 'compression',
  name: 'Compression',
  aliases: ['gzip', 'brotli', 'zstd', 'content-encoding', 'page speed'],
  titlePass: 'The HTML is sent compressed',
  titleFail: 'The HTML is sent uncompressed',
  why: 'Compressed text is a quarter of the size or less, so the page begins to show sooner.',
  how: 'Turn on gzip, Brotli or Zstandard for HTML, styles and scripts in the web server or at the CDN.',
  thresholds:
    'HTML of more than 1 KiB sent without gzip, br, zstd or deflate fails (Lighthouse document-latency). Sampled style sheets and scripts of more than 1 KiB sent so warn (YellowLabTools). Less is not judged.',
  reference: { label: 'RFC 9110: Content-Encoding', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-8.4' },
  grade: 'recommended',
  deduction: 'All where the HTML is uncompressed; otherwise half the share of uncompressed files.',
  needs: ['response', 'probes'],
  run({ response: { contentEncodings, bytes, wireBytes, truncated }, probes }) {
    const files = sampledFiles(probes).received.filter(
      (probe) => textTypes.test(mediaTypeOf(probe) ?? '') && sizeOf(probe) > worthwhile,
    )
    const plain = files.filter(({ contentEncodings: used }) => !isCompressed(used))
    const evidence = plain.map((probe) => ({
      ...(probe.at === null ? {} : { at: probe.at }),
      url: probe.url,
      note: `${inUnits(sizeOf(probe))} were sent as they are`,
    }))
    const isSmall = bytes <= worthwhile
    if (!isSmall && !isCompressed(contentEncodings))
      return fail({ value: null, evidence: [{ note: `${inUnits(bytes)} of HTML were sent as they are` }, ...evidence] })
    const used = contentEncodings.filter((coding) => codings.has(coding)).join(', ')
    const value = used === '' ? null : used
    if (plain.length > 0) {
      const kinds = 'style sheets and scripts'
      return warn({
        extent: shareOf(plain.length, files.length, 0.2) / 2,
        value,
        title: `${plain.length} of ${count(files.length, 'style sheet or script', kinds)} looked at ${plain.length === 1 ? 'is' : 'are'} sent uncompressed`,
        evidence,
      })
    }
    if (isSmall && files.length === 0)
      return notApplicable('The HTML is too small for compression to matter', { value: bytes })
    if (isSmall)
      return pass({
        value,
        title: `The ${count(files.length, 'style sheet or script', 'style sheets and scripts')} looked at ${files.length === 1 ? 'is' : 'are'} sent compressed`,
      })
    const saved = !truncated && wireBytes < bytes ? `, ${Math.round((1 - wireBytes / bytes) * 100)} % smaller` : ''
    return pass({ value, title: `The HTML is sent compressed (${used})${saved}` })
  },
})

const isCompressed = (used: string[]) => used.some((coding) => codings.has(coding.toLowerCase()))

/** Returns the size before compression if it is known, else the size as announced. */
const sizeOf = ({ code, wireBytes }: ProbeFact) => code?.bytes ?? wireBytes ?? 0
