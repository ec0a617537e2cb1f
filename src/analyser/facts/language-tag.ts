import registry from 'language-subtag-registry/data/json/index.json' with { type: 'json' }

/** Two-letter codes of ISO 639-1, including withdrawn ones. */
export const twoLetter = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ' +
    'ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my ' +
    'na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ' +
    'ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
  ).split(' '),
)

/**
 * Language, up to three extended languages, script, region, variants, extensions, private use (RFC 5646, section 2.1).
 */
const wellFormed =
  /^(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3})){0,8}(?:-[a-wyz\d](?:-[a-z\d]{2,8}){1,8}){0,8}(?:-x(?:-[a-z\d]{1,8}){1,8})?|x(?:-[a-z\d]{1,8}){1,8})$/
type Kind = 'language' | 'extlang' | 'script' | 'region' | 'variant'

const registered: Record<string, { [kind in Kind | 'grandfathered' | 'redundant']?: number }> = registry

/** Ranges of the registry for private use. */
const privateUse: Partial<Record<Kind, RegExp>> = {
  language: /^q[a-t][a-z]$/,
  script: /^qa(?:a[a-z]|b[a-x])$/,
  region: /^(?:aa|q[m-z]|x[a-z]|zz)$/,
}

const isRegistered = (subtag: string, kind: Kind) =>
  (Object.hasOwn(registered, subtag) && registered[subtag]?.[kind] !== undefined) ||
  (privateUse[kind]?.test(subtag) ?? false)

/** True for a well-formed BCP 47 tag whose subtags are in IANA's registry. */
export function isLanguageTag(text: string): boolean {
  const tag = text.toLowerCase()
  if (tag.length > 100) return false
  if (Object.hasOwn(registered, tag) && registered[tag]?.grandfathered !== undefined) return true
  if (!wellFormed.test(tag)) return false
  const [language = '', ...rest] = tag.split('-')
  if (language === 'x') return true
  if (!isRegistered(language, 'language')) return false
  const end = rest.findIndex((subtag) => subtag.length === 1)
  return (end < 0 ? rest : rest.slice(0, end)).every((subtag, index) => isRegistered(subtag, kindOf(subtag, index)))
}

/** Well-formed subtags tell their kind by their length. */
function kindOf(subtag: string, index: number): Kind {
  if (/^(?:[a-z]{2}|\d{3})$/.test(subtag)) return 'region'
  if (subtag.length === 3 && index < 3) return 'extlang'
  return /^[a-z]{4}$/.test(subtag) ? 'script' : 'variant'
}

/** Returns the registered tag for one of another standard, such as “en” for “eng” of ISO 639-2, or null. */
export function registeredTag(text: string): string | null {
  if (!/^[a-z]{2,8}(?:[-_][a-z\d]{1,8}){0,8}$/i.test(text)) return null
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(text.replaceAll('_', '-'))
    return canonical.toLowerCase() !== text.toLowerCase() && isLanguageTag(canonical) ? canonical : null
  } catch {
    return null
  }
}

/** English names of the languages that are detected. */
const names: Record<string, string> = {
  af: 'Afrikaans',
  am: 'Amharic',
  ar: 'Arabic',
  az: 'Azerbaijani',
  be: 'Belarusian',
  bg: 'Bulgarian',
  bn: 'Bengali',
  bo: 'Tibetan',
  ca: 'Catalan',
  cs: 'Czech',
  da: 'Danish',
  de: 'German',
  el: 'Greek',
  en: 'English',
  es: 'Spanish',
  et: 'Estonian',
  eu: 'Basque',
  fa: 'Persian',
  fi: 'Finnish',
  fr: 'French',
  gl: 'Galician',
  gu: 'Gujarati',
  ha: 'Hausa',
  he: 'Hebrew',
  hi: 'Hindi',
  hr: 'Croatian',
  hu: 'Hungarian',
  hy: 'Armenian',
  id: 'Indonesian',
  is: 'Icelandic',
  it: 'Italian',
  ja: 'Japanese',
  jv: 'Javanese',
  ka: 'Georgian',
  kk: 'Kazakh',
  km: 'Khmer',
  kn: 'Kannada',
  ko: 'Korean',
  lo: 'Lao',
  lt: 'Lithuanian',
  lv: 'Latvian',
  mk: 'Macedonian',
  ml: 'Malayalam',
  mr: 'Marathi',
  ms: 'Malay',
  my: 'Burmese',
  nb: 'Norwegian',
  ne: 'Nepali',
  nl: 'Dutch',
  or: 'Odia',
  pa: 'Punjabi',
  pl: 'Polish',
  ps: 'Pashto',
  pt: 'Portuguese',
  ro: 'Romanian',
  ru: 'Russian',
  si: 'Sinhala',
  sk: 'Slovak',
  sl: 'Slovenian',
  so: 'Somali',
  sq: 'Albanian',
  sr: 'Serbian',
  sv: 'Swedish',
  sw: 'Swahili',
  ta: 'Tamil',
  te: 'Telugu',
  th: 'Thai',
  tl: 'Tagalog',
  tr: 'Turkish',
  uk: 'Ukrainian',
  ur: 'Urdu',
  uz: 'Uzbek',
  vi: 'Vietnamese',
  yo: 'Yoruba',
  zh: 'Chinese',
  zu: 'Zulu',
}

export const languageName = (code: string) => (Object.hasOwn(names, code) ? (names[code] as string) : code)
