/**
 * Google's likely treatment of a URL, as far as the page and its server decide it. `unclear` is a page whose main
 * content scripts add, if we didn't run them. `redirect` is a URL whose own answer is a redirect, whatever the state of
 * its target.
 */
export const indexabilities = ['indexable', 'unclear', 'redirect', 'other_url', 'unlikely', 'blocked'] as const
export type Indexability = (typeof indexabilities)[number]

/** Returns true if nothing keeps Google from indexing the page: it can, or scripts that we didn't run decide. */
export const canBeIndexed = (state: Indexability | null): boolean => state === 'indexable' || state === 'unclear'

/** Returns true if a page counts in the averages, ratings and groups of its website. */
export const isCounted = (state: Indexability | null): boolean => state === 'indexable'

/**
 * Returns true if a page has a score in the lists of pages. A redirect or an error has none of its own, and nor does a
 * page that Google won't index because of another one. The columns `shown_score` of the database say the same.
 */
export const hasScore = ({ indexability, status }: { indexability: Indexability | null; status: number | null }) =>
  (status ?? 200) < 300 && indexability !== 'redirect' && indexability !== 'other_url'

/** The reasons for a state. The parts after the first underscore are more precise. */
export const indexingCodes = [
  'open',
  'production',
  'redirect',
  'robots',
  'status',
  'noindex',
  'robots_error',
  'unverified',
  'refresh',
  'canonical',
  'canonical_unlike',
  'canonical_unknown',
  'canonical_ignored',
  'canonical_host',
  'canonical_staging',
  'canonical_unreadable',
  'empty',
  'soft_404',
  'scripts',
  'trap',
] as const
export type IndexingCode = (typeof indexingCodes)[number]

/** The end of a URL's redirects, and their statuses, as text: "301, 302". */
export type Redirects = { to: string; statuses: string }

/**
 * A page's indexability with the check behind it, which is null for a page that can be indexed. Only a URL that
 * redirects has `redirects`. `instead` is the URL that Google will index, or that the page asks it to index, as
 * {@link urlFrom} writes it; null without one.
 */
export type IndexabilitySummary = {
  state: Indexability | null
  check: string | null
  deliberate: boolean
  code?: IndexingCode | null
  redirects?: Redirects | null
  instead?: string | null
}

/** Stands for a redirect of scripts among the statuses of redirects. */
export const scriptHop = 'script'

/** The indexability in words. Banner, lists, filters, comparison, client report and preview share them. */
export const indexabilityTexts = {
  indexable: 'Google can index this page',
  unclear: 'The main content isn’t in the HTML; scripts add it',
  redirect: 'Redirects to another URL',
  other_url: 'Google will probably index another URL',
  unlikely: 'Google probably won’t index this page',
  blocked: 'Google can’t index this page',
} satisfies Record<Indexability, string>

/** The choices of the filter by indexability. Neither redirects nor other URLs are pages of their own. */
export const indexabilityChoices = { ...indexabilityTexts, elsewhere: 'Redirects or other URLs' }
export type IndexabilityChoice = keyof typeof indexabilityChoices

/** The text of a page whose canonical URL can't be indexed itself. */
export const ignoredCanonicalText = 'Google will probably ignore the canonical tag and choose itself'

/** The text of one of the URLs without end that a crawl stopped to follow. */
export const trapText = 'One of endless URLs with the same text, so it isn’t counted'

/** The text of a page that only its own website keeps out of search, if it is judged as production. */
export const inProductionText = 'Google can index this page in production'

/** The text of a page that shows the same as its canonical URL. */
export const indexedInstead = (url: string) => `Google will index ${url} instead`

/** The texts of pages that their own canonical tag keeps out. */
const blockedByCanonical = new Map<IndexingCode | null | undefined, (url: string, host: string) => string>([
  ['canonical_host', (_, host) => `The page asks Google to index another host, ${host}`],
  ['canonical_staging', (_, host) => `The page asks Google to index your staging, ${host}`],
  ['canonical_unreadable', (url) => `The page asks Google to index ${url}, which Google can’t read`],
])

/** Returns true if the page's own canonical tag keeps it out, while nothing shows that Google will index its target. */
export const isBlockedByCanonical = (code: IndexingCode | null | undefined): boolean => blockedByCanonical.has(code)

/** Texts of checks that are more precise than the text of their state. */
const textsByCheck = new Map([
  ['robots-blocked', 'Google can’t crawl this page'],
  ['robots-valid', 'Google pauses crawling while robots.txt fails'],
])

/** Returns the indexability of a page in words, without a full stop. */
export function indexabilityText(summary: IndexabilitySummary): string {
  const { state, check, deliberate, code, redirects, instead } = summary
  if (state === null) return code === 'trap' ? trapText : 'We couldn’t check whether Google can index this page'
  if (redirects) return `Redirects to ${redirects.to} (${redirects.statuses})`
  if (code === 'canonical_ignored') return ignoredCanonicalText
  if (code === 'production') return inProductionText
  const byCanonical = blockedByCanonical.get(code)
  if (byCanonical && instead) return byCanonical(instead, URL.parse(instead)?.host ?? instead)
  if (state === 'other_url' && instead) {
    if (code === 'canonical') return indexedInstead(instead)
    return code === 'canonical_unlike'
      ? `The page asks Google to index ${instead} instead`
      : `Google will probably index ${instead} instead`
  }
  const text = textsByCheck.get(check ?? '') ?? indexabilityTexts[state]
  return deliberate ? `${text}, which looks intended` : text
}

const pastTense: Record<string, string> = {
  can: 'could',
  'can’t': 'couldn’t',
  will: 'would',
  'won’t': 'wouldn’t',
  'isn’t': 'wasn’t',
  asks: 'asked',
  pauses: 'paused',
  Redirects: 'Redirected',
}

/** Puts {@link indexabilityText} in the past tense. Its first verb comes before any URL of the page. */
export const inPastTense = (text: string): string =>
  text.replace(
    /(?<![\w’])(?:can’t|can|will|won’t|isn’t|asks|pauses|Redirects)(?![\w’])/,
    (verb) => pastTense[verb] ?? verb,
  )

/** The mood of a state: good or bad news, a doubt, or neither. */
export function indexabilityTone({ state, code, deliberate }: IndexabilitySummary): 'good' | 'info' | 'decent' | 'bad' {
  if (deliberate || state === 'redirect' || code === 'canonical' || code === 'production') return 'info'
  if (code === 'canonical_ignored') return 'decent'
  if (state === 'indexable') return 'good'
  return state === 'unlikely' || state === 'blocked' || code === 'canonical_unlike' ? 'bad' : 'decent'
}

/** Returns a URL as a page of the same origin would link to it. Longer ones are cut. */
export function urlFrom(base: string, url: string): string {
  const [from, to] = [URL.parse(base), URL.parse(url)]
  const isSameOrigin = from !== null && to !== null && from.origin === to.origin
  return (isSameOrigin ? to.pathname + to.search : url).slice(0, 300)
}

type Row = {
  url: string
  indexability: Indexability | null
  indexing_code?: IndexingCode | null
  indexed_url?: string | null
  main_issue: string | null
  redirects_to?: string | null
  redirect_statuses?: string | null
}

/** Returns the indexability of a row of a list; null if it is not known. */
export function indexabilityOfRow(row: Row): IndexabilitySummary | null {
  const { url, indexability: state, indexing_code: code = null, indexed_url, main_issue } = row
  if (state === null) return null
  if (state === 'redirect') {
    const { redirects_to, redirect_statuses } = row
    const redirects =
      redirects_to && redirect_statuses ? { to: urlFrom(url, redirects_to), statuses: redirect_statuses } : null
    return { state, check: null, deliberate: false, redirects }
  }
  // The main issue of a page that can be indexed is the most expensive one.
  const check = state === 'indexable' ? null : main_issue
  const deliberate = check === 'noindex' && state === 'blocked' && looksPrivate(url)
  return { state, check, deliberate, code, instead: indexed_url ? urlFrom(url, indexed_url) : null }
}

const privatePaths = new Set(
  (
    'login log-in logon signin sign-in signup sign-up register registration logout password wp-login.php wp-admin admin ' +
    'account my-account cart basket bag checkout order-confirmation thank-you thanks search suche anmelden anmeldung ' +
    'konto mein-konto warenkorb kasse danke connexion compte mon-compte panier recherche merci iniciar-sesion cuenta ' +
    'carrito buscar gracias accedi carrello cerca inloggen winkelwagen zoeken'
  ).split(' '),
)
const searchParameters = ['s', 'q', 'query', 'search']

/**
 * Returns true if a page is usually kept out of search by the look of its URL: a login, an account, a cart, search
 * results.
 */
export function looksPrivate(url: string): boolean {
  const { pathname = '', searchParams } = URL.parse(url) ?? {}
  const steps = pathname.toLowerCase().split('/').filter(Boolean)
  return (
    steps.some((step) => privatePaths.has(step)) || searchParameters.some((name) => searchParams?.has(name) ?? false)
  )
}
