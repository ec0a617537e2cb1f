import { defineCheck, type LocatedEvidence, pass, warn } from '../define-check.ts'
import { type CharsetFacts, encodingOf, metaEncodingOf } from '../facts/charset.ts'

export const texts = {
  declared: (encoding: string) => `The page declares its character encoding: ${encoding}`,
  late: 'The character encoding is declared after the first 1,024 bytes',
  missing: (encoding: string) => `The page doesn’t declare its character encoding; we read it as ${encoding}`,
  differs: (encoding: string, others: string) => `The page is read as ${encoding} but also declares ${others}`,
  overridden: (source: string, encoding: string, winner: string) =>
    `The ${source} declares ${encoding}, but the ${winner} overrides it.`,
  unknown: (source: string, encoding: string) => `The ${source} declares ${encoding}, which isn’t a known encoding.`,
}

export const charset = defineCheck({
  id: 'charset',
  name: 'Character encoding',
  aliases: ['charset', 'utf-8', 'meta charset'],
  titlePass: 'The page declares its character encoding',
  titleFail: 'The page doesn’t declare its character encoding',
  why: 'If browsers have to guess the encoding, they can show the wrong characters or have to start over.',
  how: 'Send Content-Type: text/html; charset=utf-8, or put <meta charset="utf-8"> first in the head. If you use both, make them match.',
  action: 'State how the page’s characters are encoded',
  effort: 'minutes',
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
        title: texts.differs(encoding, others.join(' and ')),
        evidence,
      })
    if (source === 'late-meta')
      return warn({
        value: encoding,
        title: texts.late,
        evidence,
      })
    if (source === 'utf-8-validity' || source === 'fallback')
      return warn({
        value: null,
        title: texts.missing(encoding),
        evidence,
      })
    return pass({ value: encoding, title: texts.declared(encoding), evidence })
  },
})

/** Compares the declarations with the encoding that counts. Returns evidence and the other encodings declared. */
function declarations({ encoding, source, header, meta }: CharsetFacts): {
  evidence: LocatedEvidence[]
  others: string[]
} {
  const evidence: LocatedEvidence[] = []
  const others = new Set<string>()
  const compare = (label: string, meant: string | null, by: string, place: LocatedEvidence) => {
    if (meant === null) evidence.push({ ...place, note: texts.unknown(by, label) })
    else if (meant !== encoding) {
      others.add(meant)
      evidence.push({
        ...place,
        note: texts.overridden(by, label, deciders[source] ?? 'page'),
      })
    } else if (by === 'meta tag' && /^(?:utf-?16|ucs-?2)/i.test(label))
      evidence.push({ ...place, note: `The meta tag declares ${label}, which browsers read as utf-8.` })
  }
  if (header !== null) compare(header, encodingOf(header), 'header', {})
  if (meta) compare(meta.label, metaEncodingOf(meta.label), 'meta tag', { at: meta.at })
  return { evidence, others: [...others] }
}

const deciders: Partial<Record<CharsetFacts['source'], string>> = { bom: 'byte order mark', header: 'header' }
