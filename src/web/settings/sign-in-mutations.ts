import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { OwnIdentity, SignInProvider, SignInWays } from '#contract/access/sign-in.ts'
import { textOf } from '#contract/forms/form.ts'
import { writeGrant } from '#contract/forms/people-forms.ts'
import type { ProviderChangeForm } from '#contract/forms/sign-in-forms.ts'
import { readItem, readRows } from '#contract/responses/envelope.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reader } from '#web/data/reader.ts'
import { waysInQuery } from '#web/session/ways-in.ts'

export const providersQuery = () =>
  queryOptions({
    queryKey: [reader(), 'sign-in providers'],
    queryFn: ({ signal }) =>
      currentClient().get('/sign-in/providers', (body) => readRows(SignInProvider, body), { signal }),
  })

export const identitiesQuery = () =>
  queryOptions({
    queryKey: [reader(), 'identities'],
    queryFn: ({ signal }) => currentClient().get('/me/identities', (body) => readRows(OwnIdentity, body), { signal }),
  })

const invalidate = () =>
  Promise.all(
    [providersQuery(), identitiesQuery(), waysInQuery()].map(({ queryKey }) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )

type Change = Partial<z.output<typeof ProviderChangeForm>>

/** Empty lists are sent, as they clear, and an empty secret isn't, as the stored one is kept. */
const fieldsOf = ({ grants, ...change }: Change): Record<string, string> => ({
  ...(grants && { grants: grants.map(writeGrant).join('\n') }),
  ...Object.fromEntries(
    Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)]])),
  ),
})

const read = (body: unknown) => readItem(SignInProvider, body)

export const addProvider = (fields: Change): Promise<SignInProvider> =>
  currentClient()
    .write('POST', '/sign-in/providers', read, { form: fieldsOf(fields), hasSecret: true, creates: true })
    .finally(invalidate)

export const changeProvider = (id: number, change: Change): Promise<SignInProvider> =>
  currentClient()
    .write('PUT', `/sign-in/providers/${id}`, read, { form: fieldsOf(change), hasSecret: true })
    .finally(invalidate)

export const deleteProvider = (id: number) => currentClient().remove(`/sign-in/providers/${id}`).finally(invalidate)

export const setPasswords = (on: boolean): Promise<SignInWays> =>
  currentClient()
    .write('PUT', '/sign-in/settings', (body) => readItem(SignInWays, body), { form: { passwords: textOf(on) } })
    .finally(invalidate)

export const removeIdentity = ({ id }: OwnIdentity) =>
  currentClient().remove(`/me/identities/${id}`).finally(invalidate)
