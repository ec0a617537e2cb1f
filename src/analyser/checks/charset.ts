import { defineCheck, fail, type LocatedEvidence, pass, warn } from '../define-check.ts'
import { type CharsetFacts, type CharsetNoteFacts, encodingOf, metaEncodingOf } from '../facts/charset.ts'
import type { Ordinal } from '../facts/walk.ts'

export const texts = {
  mislabelled: (declared: string) => `The page is UTF-8 but declares ${declared}, so browsers garble it`,
  readAsUtf8: 'We read it as UTF-8, as Google does.',
  garbled: (title: string) => `The title is garbled: “${title}”`,
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
  titleAny: 'The character encoding is missing or wrong',
  faults: {
    mislabelled: 'The page declares the wrong character encoding',
    differs: 'The page declares several character encodings',
    garbled: 'The title is garbled',
    late: texts.late,
  },
  why: 'If browsers have to guess the encoding, they can show the wrong characters or have to start over.',
  how: 'Send Content-Type: text/html; charset=utf-8, or put <meta charset="utf-8"> first in the head. If you use both, make them match.',
  action: 'State how the page’s characters are encoded',
  effort: 'minutes',
  thresholds:
    'Pass: a byte order mark, a Content-Type charset, or a declaration in the first 1,024 bytes. Warning: none, or a later one. Fail: conflicting declarations, UTF-8 bytes under another label, or a garbled title. UTF-16 in a meta tag means UTF-8. Based on the HTML standard and Lighthouse (charset).',
  reference: {
    label: 'HTML standard: character encoding',
    url: 'https://html.spec.whatwg.org/multipage/semantics.html#charset',
  },
  grade: 'required',
  needs: ['charset', 'charsetNotes', 'metadata'],
  run({ charset: facts, charsetNotes, metadata: { title, titles } }) {
    const { encoding, source } = facts
    if (charsetNotes.mislabelled !== null)
      return fail({
        value: charsetNotes.mislabelled,
        fault: 'mislabelled',
        title: texts.mislabelled(charsetNotes.mislabelled),
        evidence: [{ ...(source === 'header' ? {} : atOf(charsetNotes.metas[0])), note: texts.readAsUtf8 }],
      })
    const { evidence, others } = declarations(facts, charsetNotes)
    if (others.length > 0)
      return fail({
        value: encoding,
        fault: 'differs',
        title: texts.differs(encoding, others.join(' and ')),
        evidence,
      })
    if (title !== null && garbled.test(title))
      return fail({
        value: encoding,
        fault: 'garbled',
        title: texts.garbled(title.slice(0, 60)),
        evidence: [atOf(titles.items.find(({ text }) => text === title)), ...evidence],
      })
    if (source === 'late-meta')
      return warn({
        value: encoding,
        fault: 'late',
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

/**
 * A replacement for bytes that are no characters, or UTF-8 that was read as windows-1252 and stored so: “Ã¼” for “ü”,
 * “â€™” for “’”.
 */
const garbled =
  /\uFFFD|Ã[\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u203A\u20AC\u2122]|â€[\u0080-\u00BF\u0153\u017E\u02DC\u201C\u201D\u2122]/

const atOf = (element: { at: Ordinal } | undefined): LocatedEvidence =>
  element === undefined ? {} : { at: element.at }

/** Compares the declarations with the encoding that counts. Returns evidence and the other encodings declared. */
function declarations(
  { encoding, source, header, meta }: CharsetFacts,
  { metas }: CharsetNoteFacts,
): {
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
  // Only the first declaration of the page counts. Others must not contradict it.
  for (const { label, at } of metas.slice(1)) {
    const meant = metaEncodingOf(label)
    if (meant !== null && meant !== encoding && !others.has(meant)) {
      others.add(meant)
      evidence.push({ at, note: texts.overridden('second meta tag', label, deciders[source] ?? 'first') })
    }
  }
  return { evidence, others: [...others] }
}

const deciders: Partial<Record<CharsetFacts['source'], string>> = { bom: 'byte order mark', header: 'header' }
