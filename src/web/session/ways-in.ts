import { queryOptions } from '@tanstack/react-query'
import { SignInStart, SignInWays, signInProblems } from '#contract/access/sign-in.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { currentClient } from '#web/data/current-client.ts'
import { server } from '#web/data/server.ts'
import { providerWords as words } from './words.ts'

/** The ways to sign in that our own service offers. Only for a server with accounts. */
export const waysInQuery = () =>
  queryOptions({
    queryKey: [server, 'ways in'],
    queryFn: ({ signal }) =>
      currentClient().get('/sign-in', (body) => readItem(SignInWays, body), { anonymous: true, signal }),
    staleTime: 60_000,
  })

/** Returns the URL that leads to a provider. In a session, it links the provider to the person's account. */
export const startUrl = (id: number, to: string) => `${server}/sign-in/${id}/start?${new URLSearchParams({ to })}`

/** Goes to a provider to accept an invitation. */
export async function acceptWith(id: number, token: string, signal: AbortSignal): Promise<void> {
  const read = (body: unknown) => readItem(SignInStart, body)
  const options = { anonymous: true, form: { token }, signal }
  const { url } = await currentClient().write('POST', `/sign-in/providers/${id}/start`, read, options)
  location.assign(url)
}

/** With what a browser came back from a provider, by the address of the page. */
export type Return = { provider: number; problem: (typeof signInProblems)[number] | null }

export function readReturn(search: string): Return | null {
  const params = new URLSearchParams(search)
  const provider = Number(params.get('provider'))
  if (!Number.isSafeInteger(provider) || provider < 1) return null
  return { provider, problem: signInProblems.find((problem) => problem === params.get('problem')) ?? null }
}

/** Returns the sentence for a failure; undefined if there was none. */
export function problemSentence(back: Return | null, ways: SignInWays | undefined): string | undefined {
  if (!back?.problem) return undefined
  const name = ways?.providers.find(({ id }) => id === back.provider)?.name
  return words.problems[back.problem](name ?? words.unnamed)
}
