import { defineCheck, type Finding, pass, warn } from '../define-check.ts'
import { type CharsetFacts, encodingOf, metaEncodingOf } from '../facts/charset.ts'

export const charset = defineCheck({
  id: 'charset',
  name: 'Character encoding',
  aliases: ['charset', 'utf-8', 'meta charset'],
  titlePass: 'The page declares its character encoding',
  titleFail: 'The page does not declare its character encoding',
  why: 'Browsers that have to guess the encoding may show wrong letters, and start over when they find out.',
  how: 'Send Content-Type: text/html; charset=utf-8, or put <meta charset="utf-8"> first into the head. Where both are there, let them say the same.',
  thresholds:
    'A byte order mark, the Content-Type header or a declaration in the first 1024 bytes passes; none, or a later one, warns, and so do declarations that contradict each other (HTML standard; Lighthouse charset). UTF-16 in a meta element means UTF-8.',
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
        title: `The page is read as ${encoding}, and is declared as ${others.join(' and ')} too`,
        evidence,
      })
    if (source === 'late-meta')
      return warn({ value: encoding, title: 'The character encoding is declared after the first 1024 bytes', evidence })
    if (source === 'utf-8-validity' || source === 'fallback')
      return warn({
        value: null,
        title: `The page does not declare its character encoding; it was read as ${encoding}`,
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
    if (meant === null) evidence.push({ ...place, note: `The ${by} names ${label}, which is no known encoding.` })
    else if (meant !== encoding) {
      others.add(meant)
      evidence.push({ ...place, note: `The ${by} names ${label}, which the ${deciders[source] ?? 'page'} overrules.` })
    } else if (by === 'meta element' && /^(?:utf-?16|ucs-?2)/i.test(label))
      evidence.push({ ...place, note: `The meta element names ${label}, which browsers take as utf-8.` })
  }
  if (header !== null) compare(header, encodingOf(header), 'header', {})
  if (meta) compare(meta.label, metaEncodingOf(meta.label), 'meta element', { at: meta.at })
  return { evidence, others: [...others] }
}

const deciders: Partial<Record<CharsetFacts['source'], string>> = { bom: 'byte order mark', header: 'header' }
