/** What a value of structured data should be. `should` completes “and should be …”. */
type Form = { should: string; isValid: (value: string) => boolean }

/** Funds and units of account that currencies of everyday use, as the engine lists them, leave out. */
const otherCurrencies = 'BOV CHE CHW CLF COU MXV USN UYI UYW VED XAD'.split(' ')
const currencies: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...otherCurrencies])

const currency: Form = {
  should: 'a three-letter ISO 4217 currency code',
  isValid: (value) => currencies.has(value.toUpperCase()),
}

const isoDuration =
  /^[+-]?P(?=[\dT])(?:\d{1,9}(?:[.,]\d{1,9})?Y)?(?:\d{1,9}(?:[.,]\d{1,9})?M)?(?:\d{1,9}(?:[.,]\d{1,9})?W)?(?:\d{1,9}(?:[.,]\d{1,9})?D)?(?:T(?=\d)(?:\d{1,9}(?:[.,]\d{1,9})?H)?(?:\d{1,9}(?:[.,]\d{1,9})?M)?(?:\d{1,9}(?:[.,]\d{1,9})?S)?)?$/i
const duration: Form = {
  should: 'an ISO 8601 duration, such as PT1H30M',
  isValid: (value) => isoDuration.test(value),
}

const url: Form = { should: 'a URL', isValid: isUrl }

const namesOf = (form: Form, names: string) => names.split(' ').map((name) => [name, form] as const)

/** The properties of schema.org whose text has one form only. */
const forms: ReadonlyMap<string, Form> = new Map([
  ...namesOf(currency, 'priceCurrency currency'),
  ...namesOf(duration, 'duration cookTime prepTime performTime totalTime timeRequired timeToComplete termDuration'),
  ...namesOf(
    url,
    'url contentUrl embedUrl thumbnailUrl image logo photo screenshot sameAs item mainEntityOfPage downloadUrl installUrl discussionUrl codeRepository hasMap hasMenu license acquireLicensePage merchantReturnLink trackingUrl',
  ),
])

export const propertiesWithForm: readonly string[] = [...forms.keys()]

/** Returns what a text or number should be instead, or null if it has the form of its property. */
export function faultOfForm(property: string, value: unknown): string | null {
  const form = forms.get(property)
  if (!form || (typeof value !== 'string' && (typeof value !== 'number' || form === url))) return null
  return form.isValid(String(value).slice(0, 2048).trim()) ? null : form.should
}

/** Values that a template didn't get. */
const lacking = /^(?:undefined|null|none|nan|false|n\/a|\[object object\]|-)$/i
const withScheme = /^([a-z][a-z0-9+.-]{0,30}):(\/\/)?/i

/** True for URLs, relative ones too, which are resolved against the page. A name or a sentence is none. */
function isUrl(text: string): boolean {
  if (lacking.test(text) || /[<>]|\{\{|\$\{/.test(text)) return false
  const scheme = withScheme.exec(text)
  const name = scheme?.[1]?.toLowerCase()
  if (name === 'http' || name === 'https') return scheme?.[2] !== undefined && URL.canParse(text)
  if (name === 'javascript') return false
  // “htp://” and the like. Apps have schemes of their own.
  if (scheme?.[2] !== undefined) return name === 'ftp' || !/^h?t{0,3}p{0,3}s?$/.test(name ?? '')
  if (name !== undefined) return true
  if (/^(?:www\.|https?\/\/|@)/i.test(text)) return false
  return !/\s/.test(text) || /^[^\s]*\//.test(text) || /\.[a-z]{2,5}$/i.test(text)
}
