/** Parts of the names that consent tools give to their notices. */
const consentTools = [
  'onetrust',
  'cybotcookiebot',
  'didomi',
  'usercentrics',
  'borlabs-cookie',
  'borlabscookie',
  'cmplz-',
  'truste-consent',
  'truste_consent',
  'qc-cmp',
  'fc-consent',
  'sp_message',
  'iubenda-cs',
  'osano-cm',
  'cky-consent',
  'moove_gdpr',
  'tarteaucitron',
  'axeptio',
]
/** The names that websites give to notices of their own. */
const ownConsentNames =
  /(?:^|\s)(?!(?:has|with|no|show|hide)-)\S{0,40}?(?:cookies?|gdpr|dsgvo|rgpd|consent|privacy)[_-]?(?:consent|banner|notice|bar|law|popup|modal|dialog|overlay|wall|manager)(?![a-z])/

function isConsentNotice(names: string): boolean {
  const start = names.slice(0, 300).toLowerCase()
  return consentTools.some((name) => start.includes(name)) || ownConsentNames.test(start)
}

const listNames =
  /(?:^|\s)(?:(?:product|item|result|search-result|article|post|job|event|listing|recipe|story)s?(?:[_-]?(?:list|grid|container|wrapper|feed|items))?|products|results|items|listings|feed|catalog(?:ue)?|cards|(?:main|page)[_-]?content|content)(?:$|\s)/i
const skeletonNames = /(?:^|[\s_-])(?:skeleton|shimmer|placeholder-(?:glow|wave)|content-loader)(?:$|[\s_-])/i

function fillableBy(names: string): Naming['fillable'] {
  const start = names.slice(0, 300)
  return skeletonNames.test(start) ? 'skeleton' : listNames.test(start) ? 'list' : null
}

/** What a class or an ID says about its element. */
export type Naming = { isConsent: boolean; fillable: 'list' | 'skeleton' | null }
const maxKnown = 5000

/** Pages repeat few classes many times, so that each is read once. */
export function namingOf(names: string, known: Map<string, Naming>): Naming {
  const before = known.get(names)
  if (before) return before
  const naming = { isConsent: isConsentNotice(names), fillable: fillableBy(names) }
  if (known.size < maxKnown) known.set(names, naming)
  return naming
}
