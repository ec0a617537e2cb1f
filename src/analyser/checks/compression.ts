import { defineCheck, fail, notApplicable, pass } from '../define-check.ts'

const worthwhile = 1024
const codings = new Set(['gzip', 'x-gzip', 'br', 'zstd', 'deflate', 'dcb', 'dcz'])

export const compression = defineCheck({
  id: 'compression',
  titlePass: 'The HTML is sent compressed',
  titleFail: 'The HTML is sent uncompressed',
  why: 'Compressed HTML is a quarter of the size or less, so the page begins to show sooner.',
  how: 'Turn on gzip, Brotli or Zstandard for text in the web server or at the CDN.',
  thresholds: 'HTML of more than 1 KiB sent without gzip, br, zstd or deflate fails (Lighthouse document-latency). Less is not judged.',
  reference: { label: 'RFC 9110: Content-Encoding', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-8.4' },
  grade: 'recommended',
  needs: ['response'],
  run({ response: { contentEncodings, bytes, wireBytes, truncated } }) {
    if (bytes <= worthwhile) return notApplicable('The HTML is too small for compression to matter', { value: bytes })
    const used = contentEncodings.filter((coding) => codings.has(coding))
    if (used.length === 0) return fail({ value: null, evidence: [{ note: `${bytes} bytes were sent as they are.` }] })
    const saved = !truncated && wireBytes < bytes ? `, ${Math.round((1 - wireBytes / bytes) * 100)} % smaller` : ''
    return pass({ value: used.join(', '), title: `The HTML is sent compressed (${used.join(', ')})${saved}` })
  },
})
