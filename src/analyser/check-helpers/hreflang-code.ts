import { twoLetter } from '../facts/language-tag.ts'

/** ISO 3166-1, alpha 2. */
const regions = new Set(
  (
    'ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz ' +
    'de dj dk dm do dz ec ee eg eh er es et fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ' +
    'ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om ' +
    'pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ' +
    'ua ug um us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw'
  ).split(' '),
)

/** ISO 15924. */
const scripts = new Set(
  (
    'adlm afak aghb ahom arab aran armi armn avst bali bamu bass batk beng bhks blis bopo brah brai bugi buhd cakm cans cari cham cher chis chrs cirt copt cpmn cprt cyrl cyrs deva diak ' +
    'dogr dsrt dupl egyd egyh egyp elba elym ethi gara geok geor glag gong gonm goth gran grek gujr gukh guru hanb hang hani hano hans hant hatr hebr hira hluw hmng hmnp hntl hrkt hung ' +
    'inds ital jamo java jpan jurc kali kana kawi khar khmr khoj kitl kits knda kore kpel krai kthi lana laoo latf latg latn leke lepc limb lina linb lisu loma lyci lydi mahj maka mand ' +
    'mani marc maya medf mend merc mero mlym modi mong moon mroo mtei mult mymr nagm nand narb nbat newa nkdb nkgb nkoo nshu ogam olck onao orkh orya osge osma ougr palm pauc pcun pelm ' +
    'perm phag phli phlp phlv phnx piqd plrd prti psin ranj rjng rohg roro runr samr sara sarb saur sgnw shaw shrd shui sidd sidt sind sinh sogd sogo sora soyo sund sunu sylo syrc syre ' +
    'syrj syrn tagb takr tale talu taml tang tavt tayo telu teng tfng tglg thaa thai tibt tirh tnsa todr tols toto tutg ugar vaii visp vith wara wcho wole xpeo xsux yezi yiii zanb zinh ' +
    'zmth zsye zsym zxxx zyyy zzzz'
  ).split(' '),
)

/** Codes that ISO 639-1 has replaced, with their replacements. */
const replaced: Record<string, string> = { in: 'id', iw: 'he', ji: 'yi', jw: 'jv', mo: 'ro', sh: 'sr' }
/** Common mistakes for countries. */
export const countryMistakes: Record<string, string> = {
  uk: 'UK isn’t a valid country code. Use GB.',
  eu: 'EU isn’t a valid country code.',
}

export const texts = {
  noLanguage: 'The language is missing.',
  noCountry: 'The country after the hyphen is missing.',
  several: 'There are two codes in one tag. Write a tag of its own for each.',
  afterRegion: 'Nothing can follow the region.',
}

/** A wrong code, or one that other standards allow and Google does not mention. */
export type HreflangFault = { wrong: boolean; note: string }

/**
 * Returns the fault of a hreflang value by Google's documentation: a language of ISO 639-1, optionally a script of ISO
 * 15924 and a region of ISO 3166-1 alpha 2; or x-default. Null if it is valid.
 */
export function faultOfHreflang(hreflang: string): HreflangFault | null {
  const code = hreflang.toLowerCase()
  if (code === 'x-default') return null
  if (/[\s,;|/]/.test(code)) return wrong(texts.several)
  if (code.includes('_')) return wrong('Use a hyphen between language and region, not an underscore.')
  const parts = code.split('-')
  const [language = '', ...rest] = parts
  const script = rest[0]?.length === 4 ? rest.shift() : undefined
  const region = rest.shift()
  return (
    languageFault(language, parts.length === 1) ??
    scriptFault(script) ??
    regionFault(region) ??
    (rest.length > 0 ? wrong(texts.afterRegion) : doubtOf(language, region))
  )
}

const wrong = (note: string): HreflangFault => ({ wrong: true, note })
const doubtful = (note: string): HreflangFault => ({ wrong: false, note })
const quote = (text: string) => `“${text.slice(0, 20)}”`

function languageFault(language: string, alone: boolean): HreflangFault | null {
  if (language === '') return wrong(texts.noLanguage)
  if (twoLetter.has(language) || /^[a-z]{3}$/.test(language)) return null
  if (alone && regions.has(language)) return wrong(`${quote(language)} is a country code. Add a language before it.`)
  return wrong(`${quote(language)} isn’t an ISO 639-1 language code.`)
}

const scriptFault = (script: string | undefined) =>
  script === undefined || scripts.has(script) ? null : wrong(`${quote(script)} isn’t an ISO 15924 script code.`)

function regionFault(region: string | undefined): HreflangFault | null {
  if (region === '') return wrong(texts.noCountry)
  if (region === undefined || regions.has(region) || /^\d{3}$/.test(region)) return null
  return wrong(
    (Object.hasOwn(countryMistakes, region) ? countryMistakes[region] : undefined) ??
      `${quote(region.toUpperCase())} isn’t an ISO 3166-1 country code.`,
  )
}

function doubtOf(language: string, region: string | undefined): HreflangFault | null {
  if (language.length === 3) return doubtful(`Google only documents two-letter language codes, not ${quote(language)}.`)
  if (Object.hasOwn(replaced, language))
    return doubtful(`ISO 639-1 has replaced ${quote(language)} with ${quote(replaced[language] ?? '')}.`)
  return region?.length === 3 ? doubtful(`Google only documents countries as regions, not ${quote(region)}.`) : null
}
