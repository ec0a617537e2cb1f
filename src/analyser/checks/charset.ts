import { defineCheck, type Finding, pass, warn } from '../define-check.ts'
import { type CharsetFacts, encodingOf, metaEncodingOf } from '../facts/charset.ts'

export const charset = defineCheck({
  id: 'charset',
  name: 'Character encoding',
  aliases: ['charset', 'utf-8', 'meta charset'],
  titlePass: 'The page declares its character encoding',
  titleFail: 'The page doesn’t declare its character encoding',
  why: 'If browsers have to guess the encoding, they can show the wrong characters or have to start over.',
  how: 'Send Content-Type: text/html; charset=utf-8, or put <meta charset="utf-8"> first in the head. If you use both, make them match.',
  thresholds:
    'Pass: a byte order mark, a Content-Type charset, or a declaration in the first 1,024 bytes. Warning: none, a later one, or conflicting ones. UTF-16 in a meta tag means UTF-8. Based on the HTML standard and Lighthouse (charset).',
  reference: {
    label: 'HTML standard: character encoding',
    url: 'https://html.spec.whatwg.org/multipage/semantics.html#charset',
  },
  grade: 'required',
  needs: ['charset'],
  run({ charset: facts }) {
    const { encoding, source } = facts
    const { evidence, others } = declarations(facts)
    if (others.length > 0)
      return warn({
        value: encoding,
        title: `The page is read as ${encoding} but also declares ${others.join(' and ')}`,
        evidence,
      })
    if (source === 'late-meta')
      return warn({
        value: encoding,
        title: 'The character encoding is declared after the first 1,024 bytes',
        evidence,
      })
    if (source === 'utf-8-validity' || source === 'fallback')
      return warn({
        value: null,
        title: `The page doesn’t declare its character encoding; we read it as ${encoding}`,
        evidence,
      })
    return pass({ value: encoding, title: `The page declares its character encoding: ${encoding}`, evidence })
  },
})

/** Compares the declarations with the encoding that counts. Returns evidence and the other encodings declared. */
function declarations({ encoding, source, header, meta }: CharsetFacts): { evidence: Finding[]; others: string[] } {
  const evidence: Finding[] = []
  const others = new Set<string>()
  const compare = (label: string, meant: string | null, by: string, place: Finding) => {
    if (meant === null) evidence.push({ ...place, note: `The ${by} declares ${label}, which isn’t a known encoding.` })
    else if (meant !== encoding) {
      others.add(meant)
      evidence.push({
        ...place,
        note: `The ${by} declares ${label}, but the ${deciders[source] ?? 'page'} overrides it.`,
      })
    } else if (by === 'meta tag' && /^(?:utf-?16|ucs-?2)/i.test(label))
      evidence.push({ ...place, note: `The meta tag declares ${label}, which browsers read as utf-8.` })
  }
  if (header !== null) compare(header, encodingOf(header), 'header', {})
  if (meta) compare(meta.label, metaEncodingOf(meta.label), 'meta tag', { at: meta.at })
  return { evidence, others: [...others] }
}

const deciders: Partial<Record<CharsetFacts['source'], string>> = { bom: 'byte order mark', header: 'header' }
