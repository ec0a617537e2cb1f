/**
 * Google's likely treatment of a page, as far as the page and its server decide it. `unclear` is a page whose main
 * content scripts add, because we don't run them.
 */
export const indexabilities = ['indexable', 'unclear', 'other_url', 'unlikely', 'blocked'] as const
export type Indexability = (typeof indexabilities)[number]

/** Returns true if nothing keeps Google from indexing the page: it can, or scripts that we don't run decide. */
export const canBeIndexed = (state: Indexability | null): boolean => state === 'indexable' || state === 'unclear'

/** A page's indexability with the check behind it, which is null for a page that can be indexed. */
export type IndexabilitySummary = { state: Indexability | null; check: string | null; deliberate: boolean }

/** The indexability in words. Banner, lists, filters, comparison, client report and preview share them. */
export const indexabilityTexts = {
  indexable: 'Google can index this page',
  unclear: 'The main content isn’t in the HTML; scripts add it',
  other_url: 'Google will probably index another URL',
  unlikely: 'Google probably won’t index this page',
  blocked: 'Google can’t index this page',
} satisfies Record<Indexability, string>

/** Texts of checks that are more precise than the text of their state. */
const textsByCheck = new Map([
  ['robots-blocked', 'Google can’t crawl this page'],
  ['robots-valid', 'Google pauses crawling while robots.txt fails'],
])

/** Returns the indexability of a page in words, without a full stop. */
export function indexabilityText({ state, check, deliberate }: IndexabilitySummary): string {
  if (state === null) return 'We couldn’t check whether Google can index this page'
  const text = textsByCheck.get(check ?? '') ?? indexabilityTexts[state]
  return deliberate ? `${text}, which looks intended` : text
}

type Row = { url: string; indexability: Indexability | null; main_issue: string | null }

/** Returns the indexability of a row of a list; null if it is not known. */
export function indexabilityOfRow({ url, indexability: state, main_issue }: Row): IndexabilitySummary | null {
  if (state === null) return null
  // The main issue of a page that can be indexed is the most expensive one.
  const check = state === 'indexable' ? null : main_issue
  return { state, check, deliberate: check === 'noindex' && state === 'blocked' && looksPrivate(url) }
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
