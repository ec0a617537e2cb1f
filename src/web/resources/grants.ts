import type { Grant } from '#contract/access/people.ts'
import { counted } from '#contract/format/numbers.ts'
import { fieldsOf } from '#contract/forms/form.ts'
import { readGrant, writeGrant } from '#contract/forms/people-forms.ts'
import { grantWords as words } from './words.ts'

/** Reads the grants in a form's text, one per line. */
export const readGrants = (text: string): Grant[] => text.split('\n').flatMap((line) => readGrant(line) ?? [])

export const writeGrants = (grants: readonly Grant[]) => grants.map(writeGrant).join('\n')

type WithGrants = { grants?: readonly Grant[] | undefined; clients?: readonly number[] | undefined }

/** A form's fields, with grants and clients as the lines that are sent. */
export const fieldsWithGrants = ({ grants, clients, ...fields }: WithGrants) =>
  fieldsOf({
    ...fields,
    ...(grants && { grants: writeGrants(grants) }),
    ...(clients && { clients: clients.join('\n') }),
  })

/** What a grant is of, without the right: two grants of the same are one. */
export const targetOf = ({ scope, client_id, website_id }: Grant) => `${scope}:${client_id ?? website_id ?? ''}`

/** Returns the strongest of the grants that cover a website: of everything, its client or itself; null without one. */
export function grantOn(
  { id, client_id }: { id: number; client_id?: number | null | undefined },
  grants: readonly Grant[],
) {
  const covering = grants.filter(
    (grant) =>
      grant.scope === 'all' || grant.website_id === id || (grant.client_id !== null && grant.client_id === client_id),
  )
  return covering.find(({ right }) => right === 'edit') ?? covering[0] ?? null
}

/** Returns the grants in a few words, such as "2 clients, 1 website". */
export function summariseGrants(grants: readonly Grant[]): string {
  if (grants.some(({ scope }) => scope === 'all')) return words.everything
  const countOf = (of: Grant['scope']) => grants.filter(({ scope }) => scope === of).length
  const [clients, websites] = [countOf('client'), countOf('website')]
  const parts = [clients > 0 && counted(clients, 'client'), websites > 0 && counted(websites, 'website')]
  return parts.filter(Boolean).join(', ') || words.nothing
}
