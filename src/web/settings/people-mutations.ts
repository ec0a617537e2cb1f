import type * as z from 'zod'
import { type Invitation, Me, NewInvitation, PasswordLink, Person } from '#contract/access/people.ts'
import { fieldsOf } from '#contract/forms/form.ts'
import type { InvitationForm, MeForm, OwnPasswordForm, PersonForm } from '#contract/forms/people-forms.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { fieldsWithGrants } from '#web/resources/grants.ts'
import { meQuery } from '#web/resources/me.ts'
import { peopleQueries, sessionsQuery } from './queries.ts'
import { identitiesQuery } from './sign-in-mutations.ts'

/** People are loaded again even after a failure, because a write whose response was lost may have been carried out. */
const invalidatePeople = () => queryClient.invalidateQueries({ queryKey: peopleQueries.all() })

/** What the reader is called, sees and can do. */
export function outdateOwnAccount() {
  void queryClient.invalidateQueries({ queryKey: meQuery().queryKey })
  void queryClient.invalidateQueries({ queryKey: serviceInfoQuery().queryKey })
}

export async function changeMe(fields: z.output<typeof MeForm>): Promise<Me> {
  const saved = await currentClient().write('PUT', '/me', (body) => readItem(Me, body), { form: fieldsOf(fields) })
  queryClient.setQueryData(meQuery().queryKey, saved)
  void queryClient.invalidateQueries({ queryKey: serviceInfoQuery().queryKey })
  void invalidatePeople()
  return saved
}

export async function changeOwnPassword(fields: z.output<typeof OwnPasswordForm>): Promise<void> {
  await currentClient().call('PUT', '/me/password', { form: fieldsOf(fields), hasSecret: true })
  await queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey })
  await queryClient.invalidateQueries({ queryKey: identitiesQuery().queryKey })
}

/** Ends a session of one's own, or, without an ID, all but this one. */
export async function endSessions(id?: number): Promise<void> {
  await currentClient().remove(id === undefined ? '/me/sessions' : `/me/sessions/${id}`)
  await queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey })
}

export const invite = (fields: z.output<typeof InvitationForm>): Promise<NewInvitation> =>
  currentClient()
    .write('POST', '/people/invitations', (body) => readItem(NewInvitation, body), {
      form: fieldsWithGrants(fields),
      hasSecret: true,
      creates: true,
    })
    .finally(invalidatePeople)

export const revokeInvitation = ({ id }: Invitation) =>
  currentClient().remove(`/people/invitations/${id}`).finally(invalidatePeople)

export const changePerson = (id: number, fields: z.output<typeof PersonForm>): Promise<Person> =>
  currentClient()
    .write('PUT', `/people/${id}`, (body) => readItem(Person, body), { form: fieldsWithGrants(fields) })
    .finally(invalidatePeople)

export const createPasswordLink = async (id: number): Promise<string> => {
  const read = (body: unknown) => readItem(PasswordLink, body)
  const { url } = await currentClient().write('POST', `/people/${id}/password-link`, read, {
    form: {},
    hasSecret: true,
  })
  return url
}

export const removePerson = (id: number, heir: number) =>
  currentClient().remove(`/people/${id}?hand_over_to=${heir}`).finally(invalidatePeople)
