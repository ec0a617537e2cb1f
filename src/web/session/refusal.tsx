import { Suspense } from 'react'
import { type ApiError, asApiError } from '#web/data/api-error.ts'
import { lazyOr } from '#web/ui/lazy-part.tsx'
import { frameWords } from '#web/app/words.ts'

const Broken = () => <p role="alert">{frameWords.broken}</p>

const load = () => import('./refusal.lazy.tsx')

/** What most visitors never see: a password asked for, or that there is nothing. */
export const Refusal = lazyOr(() => load().then((file) => file.Refusal), Broken)
export const NothingHere = lazyOr(() => load().then((file) => file.NothingHere), Broken)
export const NoSuchLink = lazyOr(() => load().then((file) => file.NoSuchLink), Broken)
const Forget = lazyOr(
  () => load().then((file) => file.ForgetButton),
  () => null,
)

/** Comes into a page that is there already, which must not vanish while the button is fetched. */
export const ForgetButton = ({ path }: { path: string }) => (
  <Suspense fallback={null}>
    <Forget path={path} />
  </Suspense>
)

const passing = new Set<ApiError['kind']>(['network', 'limited', 'server', 'aborted'])

export const mayPass = ({ kind }: ApiError) => passing.has(kind)

/**
 * The error to show in the place of the page: one that takes away what was shown before, because the owner shares it no longer or
 * a password is asked for again, or, where there is nothing to show yet, any.
 */
export function refusalOf(shown: unknown, ...errors: (Error | null)[]): ApiError | null {
  const known = errors.filter((error) => error !== null).map(asApiError)
  return known.find((error) => !mayPass(error)) ?? (shown === undefined ? (known[0] ?? null) : null)
}
