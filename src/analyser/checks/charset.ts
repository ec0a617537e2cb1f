import { defineCheck, pass, warn } from '../define-check.ts'

export const charset = defineCheck({
  id: 'charset',
  titlePass: 'The page declares its character encoding',
  titleFail: 'The page does not declare its character encoding',
  why: 'Browsers that have to guess the encoding may show wrong letters, and start over when they find out.',
  how: 'Send Content-Type: text/html; charset=utf-8, or put <meta charset="utf-8"> first into the head.',
  thresholds: 'A byte order mark, the Content-Type header or a declaration in the first 1024 bytes passes; none, or a later one, warns (HTML standard; Lighthouse charset).',
  reference: { label: 'HTML standard: character encoding', url: 'https://html.spec.whatwg.org/multipage/semantics.html#charset' },
  grade: 'required',
  needs: ['charset'],
  run({ charset: { encoding, source, header } }) {
    const declared = { value: encoding, title: `The page declares its character encoding: ${encoding}` }
    if (source === 'bom' || source === 'header' || source === 'meta') return pass(declared)
    if (source === 'late-meta') return warn({ value: encoding, title: 'The character encoding is declared after the first 1024 bytes' })
    const evidence = header === null ? [] : [{ note: `The header names ${header}, which is no known encoding.` }]
    return warn({ value: null, title: `The page does not declare its character encoding; it was read as ${encoding}`, evidence })
  },
})
