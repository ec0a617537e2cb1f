import type { IndexabilitySummary } from './indexability-texts.ts'
import type { Indexability } from './indexability.ts'

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
