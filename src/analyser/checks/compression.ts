import { formatRoughBytes } from '#contract/format/numbers.ts'
import { count, defineCheck, fail, notApplicable, pass, shareOf, warn } from '../define-check.ts'
import type { ProbeFact } from '../facts/probes.ts'
import { isScriptType } from '../facts/tree.ts'
import { sampledFiles, mediaTypeOf } from '../probes/page-files.ts'

/** A smaller file takes a few packets, which arrive together. */
const worthwhile = 10 * 1024
const codings = new Set(['gzip', 'x-gzip', 'br', 'zstd', 'deflate', 'dcb', 'dcz'])
const isCodeType = (type: string) => type === 'text/css' || isScriptType(type)

export const texts = {
  uncompressed: (plain: number, files: number) =>
    `${plain} of ${sampled(files)} ${plain === 1 ? 'is' : 'are'} uncompressed`,
  compressed: (files: number) => `${sampled(files)} ${files === 1 ? 'is' : 'are'} compressed`,
  html: (encoding: string, saved: string) => `The HTML is compressed (${encoding})${saved}`,
}

export const compression = defineCheck({
  id: 'compression',
  name: 'Compression',
  aliases: ['gzip', 'brotli', 'zstd', 'content-encoding', 'page speed'],
  titlePass: 'The HTML is compressed',
  titleFail: 'The HTML isn’t compressed',
  titleAny: 'The HTML or some files aren’t compressed',
  faults: {
    files: 'Some files aren’t compressed',
  },
  why: 'Compression typically cuts text files by three quarters or more, so the page starts to display sooner.',
  how: 'Turn on gzip, Brotli or Zstandard for HTML, CSS and JavaScript on your server or CDN.',
  action: 'Compress the page on its way to visitors',
  effort: 'minutes',
  thresholds:
    'Pass: the HTML and the sampled stylesheets and scripts use gzip, br, zstd or deflate. Warning: a stylesheet or script doesn’t (Yellow Lab Tools). Fail: the HTML doesn’t (Lighthouse document-latency). Files up to 10 KiB are ignored: a new connection sends about 14 KB at once (RFC 6928).',
  reference: { label: 'RFC 9110: Content-Encoding', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-8.4' },
  grade: 'recommended',
  deduction: 'All of them if the HTML is uncompressed; otherwise, half the share of uncompressed files, at least 10%.',
  needs: ['response', 'probes'],
  run({ response: { contentEncodings, bytes, wireBytes, truncated }, probes }) {
    const files = sampledFiles(probes).received.filter(
      (probe) => isCodeType(mediaTypeOf(probe) ?? '') && sizeOf(probe) > worthwhile,
    )
    const plain = files.filter(({ contentEncodings: used }) => !isCompressed(used))
    const evidence = plain.map((probe) => ({
      ...(probe.at === null ? {} : { at: probe.at }),
      url: probe.url,
      note: `${formatRoughBytes(sizeOf(probe))} sent uncompressed`,
    }))
    const isSmall = bytes <= worthwhile
    if (!isSmall && !isCompressed(contentEncodings))
      return fail({
        value: null,
        evidence: [{ note: `${formatRoughBytes(bytes)} of HTML sent uncompressed` }, ...evidence],
      })
    const used = contentEncodings.filter((coding) => codings.has(coding)).join(', ')
    const value = used === '' ? null : used
    if (plain.length > 0) {
      return warn({
        extent: shareOf(plain.length, files.length, 0.2) / 2,
        value,
        fault: 'files',
        title: texts.uncompressed(plain.length, files.length),
        evidence,
      })
    }
    if (isSmall && used === '' && files.length === 0)
      return notApplicable('The HTML is too small to benefit from compression', { value: bytes })
    if (isSmall && used === '') return pass({ value, title: texts.compressed(files.length) })
    const saved = !truncated && wireBytes < bytes ? `, ${Math.round((1 - wireBytes / bytes) * 100)}% smaller` : ''
    return pass({ value, title: texts.html(used, saved) })
  },
})

const sampled = (files: number) => count(files, 'sampled CSS or JavaScript file', 'sampled CSS and JavaScript files')

const isCompressed = (used: string[]) => used.some((coding) => codings.has(coding.toLowerCase()))

/** Returns the size before compression if it is known, else the size as announced. */
const sizeOf = ({ code, wireBytes }: ProbeFact) => code?.bytes ?? wireBytes ?? 0
