import { francAll } from 'franc-min'
import { languagesByWord, stopWordsOf } from './stop-words.ts'
import type { Tokens } from './tokens.ts'

/** Scripts, each with the UTF-16 unit before which it ends. Scripts of one language have its code. */
const scripts: [end: number, script: string][] = [
  [0x370, 'latin'],
  [0x400, 'el'],
  [0x530, 'cyrillic'],
  [0x590, 'hy'],
  [0x600, 'he'],
  [0x780, 'arabic'],
  [0x900, ''],
  [0x980, 'devanagari'],
  [0xa00, 'bn'],
  [0xa80, 'pa'],
  [0xb00, 'gu'],
  [0xb80, 'or'],
  [0xc00, 'ta'],
  [0xc80, 'te'],
  [0xd00, 'kn'],
  [0xd80, 'ml'],
  [0xe00, 'si'],
  [0xe80, 'th'],
  [0xf00, 'lo'],
  [0x1000, 'bo'],
  [0x10a0, 'my'],
  [0x1100, 'ka'],
  [0x1200, 'ko'],
  [0x1380, 'am'],
  [0x1780, ''],
  [0x1800, 'km'],
  [0x1e00, ''],
  [0x1f00, 'latin'],
  [0x2000, 'el'],
  [0x3041, ''],
  [0x3100, 'kana'],
  [0x3400, ''],
  [0xa000, 'han'],
  [0xac00, ''],
  [0xd7b0, 'ko'],
  [0xd840, ''],
  [0xd8c0, 'han'],
  [0xf900, ''],
  [0xfb00, 'han'],
  [0xfb50, ''],
  [0xff00, 'arabic'],
]

/** ISO 639-1 codes by franc's three-letter codes, for those of its languages in which many pages are written. */
const codes: Record<string, string> = {
  eng: 'en',
  deu: 'de',
  fra: 'fr',
  spa: 'es',
  por: 'pt',
  ita: 'it',
  nld: 'nl',
  pol: 'pl',
  tur: 'tr',
  swe: 'sv',
  ces: 'cs',
  hun: 'hu',
  ron: 'ro',
  ind: 'id',
  vie: 'vi',
  hrv: 'hr',
  tgl: 'tl',
  swh: 'sw',
  som: 'so',
  hau: 'ha',
  yor: 'yo',
  zul: 'zu',
  uzn: 'uz',
  azj: 'az',
  zlm: 'ms',
  jav: 'jv',
  rus: 'ru',
  ukr: 'uk',
  bel: 'be',
  bul: 'bg',
  srp: 'sr',
  kaz: 'kk',
  arb: 'ar',
  pes: 'fa',
  urd: 'ur',
  pbu: 'ps',
  hin: 'hi',
  mar: 'mr',
  npi: 'ne',
}
const threeLetter = new Map(Object.entries(codes).map(([three, two]) => [two, three]))

const minWords = 20
const minDistinctWords = 15
/** A single small word is too little, because many languages share it. */
const minVotingWords = 3
const minVotes = 5
/** Minimum share of a text that the most frequent words of its language make up. */
const minShare = 0.08
/** Below this share, a text is not prose, and the trigrams of a list of names mean nothing. */
const minProseShare = 0.03
/** Languages with more than this share of the winner's votes are compared by trigrams. */
const closeShare = 0.8
const sampleLength = 800

/**
 * Detects the language of a text: by its script if that decides, else by its most frequent words, else by its trigrams.
 * Returns ISO 639-1, or null if there is too little text or no clear winner.
 */
export function languageOf({ words, sequence }: Tokens): string | null {
  const counts = new Uint32Array(words.length)
  let total = 0
  for (const index of sequence) {
    if (index < 0) continue
    counts[index] = (counts[index] ?? 0) + 1
    total++
  }
  if (total < minWords) return null
  const script = scriptOf(words, counts)
  if (script === null) return null
  if (script.length === 2) return script
  const votes = countVotes(words, counts)
  const [winner, ...others] = [...votes].toSorted(([, a], [, b]) => b - a)
  if (winner && winner[1] >= Math.max(minVotes, total * minShare)) {
    const close = others.filter(([, count]) => count >= winner[1] * closeShare).map(([language]) => language)
    return close.length === 0 ? winner[0] : (byTrigrams(words, sequence, [winner[0], ...close]) ?? winner[0])
  }
  const guessed = words.length < minDistinctWords ? null : byTrigrams(words, sequence)
  const isCounted = guessed !== null && stopWordsOf(guessed) !== null
  return isCounted && (votes.get(guessed) ?? 0) < total * minProseShare ? null : guessed
}

function scriptOf(words: string[], counts: Uint32Array): string | null {
  const units = new Map<string, number>()
  words.forEach((word, index) => {
    const unit = word.charCodeAt(0)
    if (unit < 0x41) return
    const start = scripts.find(([end]) => unit < end)?.[1] ?? ''
    const script = start === 'han' && /[\u3041-\u30FF]/.test(word) ? 'kana' : start
    units.set(script, (units.get(script) ?? 0) + word.length * (counts[index] ?? 0))
  })
  const kana = units.get('kana') ?? 0
  const han = units.get('han') ?? 0
  units.delete('kana')
  units.delete('han')
  units.set(kana * 50 >= kana + han ? 'ja' : 'zh', (kana + han) * 2)
  const [first] = [...units].toSorted(([, a], [, b]) => b - a)
  return first && first[0] !== '' && first[1] > 0 ? first[0] : null
}

function countVotes(words: string[], counts: Uint32Array): Map<string, number> {
  const votes = new Map<string, { count: number; different: number }>()
  words.forEach((word, index) => {
    for (const language of languagesByWord.get(word) ?? []) {
      const { count, different } = votes.get(language) ?? { count: 0, different: 0 }
      votes.set(language, { count: count + (counts[index] ?? 0), different: different + 1 })
    }
  })
  return new Map(
    [...votes].flatMap(([language, { count, different }]) => (different < minVotingWords ? [] : [[language, count]])),
  )
}

/** Samples longer texts from within, after the menus. */
function byTrigrams(words: string[], sequence: number[], among: string[] | null = null): string | null {
  const candidates = among ? among.flatMap((language) => threeLetter.get(language) ?? []) : [...threeLetter.values()]
  if (candidates.length < 2) return null
  let sample = ''
  for (
    let at = sequence.length > 400 ? sequence.length >> 2 : 0;
    at < sequence.length && sample.length < sampleLength;
    at++
  ) {
    const index = sequence[at] ?? 0
    if (index >= 0) sample += `${words[index]} `
  }
  const [first, second] = francAll(sample.slice(0, sampleLength), { only: candidates, minLength: 100 })
  const language = codes[first?.[0] ?? ''] ?? null
  const other = codes[second?.[0] ?? ''] ?? null
  const isDoubtful =
    !among && language !== null && other !== null && (second?.[1] ?? 0) > 0.98 && !areClose(language, other)
  return isDoubtful ? null : language
}

/** Languages that are easily confused. */
const families = [
  'da nb nn no sv',
  'cs sk',
  'hr bs sr sh sl',
  'id ms jv su',
  'es ca gl ast an',
  'pt gl',
  'ru uk be bg sr mk',
  'hi mr ne bho mai',
  'fa ar ur ps ckb ku',
  'nl af',
  'de lb gsw nds',
  'en sco',
  'tr az tk uz',
  'fr oc wa',
  'it co scn',
  'zh yue lzh',
  'tl fil ceb',
].map((family) => new Set(family.split(' ')))
export const areClose = (a: string, b: string) => a === b || families.some((family) => family.has(a) && family.has(b))

/** Returns the first part of a language tag in lower case. */
export const primaryOf = (tag: string | null) => tag?.trim().toLowerCase().split(/[-_]/, 1)[0] || null
