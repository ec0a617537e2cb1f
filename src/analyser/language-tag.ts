/** Two-letter codes of ISO 639-1, withdrawn ones too. Three-letter codes are too many to list and pass by their form. */
export const twoLetter = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ' +
    'ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my ' +
    'na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ' +
    'ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
  ).split(' '),
)

/** language, up to three extended ones, script, region, variants, extensions, private use: RFC 5646, section 2.1. */
const wellFormed =
  /^(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3})){0,8}(?:-[a-wyz\d](?:-[a-z\d]{2,8}){1,8}){0,8}(?:-x(?:-[a-z\d]{1,8}){1,8})?|x(?:-[a-z\d]{1,8}){1,8})$/
const grandfathered = new Set(
  'art-lojban cel-gaulish en-gb-oed i-ami i-bnn i-default i-enochian i-hak i-klingon i-lux i-mingo i-navajo i-pwn i-tao i-tay i-tsu no-bok no-nyn sgn-be-fr sgn-be-nl sgn-ch-de zh-guoyu zh-hakka zh-min zh-min-nan zh-xiang'.split(
    ' ',
  ),
)

/** Whether a text is a well-formed BCP 47 tag of a known language. */
export function isLanguageTag(text: string): boolean {
  const tag = text.toLowerCase()
  if (tag.length > 100) return false
  if (grandfathered.has(tag)) return true
  if (!wellFormed.test(tag)) return false
  const language = tag.split('-', 1)[0] ?? ''
  return language.length !== 2 || twoLetter.has(language)
}
