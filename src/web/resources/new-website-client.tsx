import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Client } from '#contract/access/clients.ts'
import type { Grant } from '#contract/access/people.ts'
import { splitList, withScheme } from '#contract/jobs/url-list.ts'
import { readId } from '#contract/lists/list-query.ts'
import type { TeamRole } from '#contract/service-info.ts'
import { domainOf } from '#contract/websites/website.ts'
import { pause } from '#web/data/concurrency.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reader, useCanWrite } from '#web/data/reader.ts'
import { serviceInfoQuery, useTeamRole } from '#web/data/service.ts'
import { Field } from '#web/ui/field.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { clientsQuery, useClients } from './clients.ts'
import { meQuery, useMemberGrants } from './me.ts'
import { websiteIdOf } from './websites.tsx'
import { newWebsiteClientWords as words } from './words.ts'

// Most teams have no clients.
const ClientCombobox = lazyPart(
  () => import('./client-combobox.tsx').then((file) => file.ClientCombobox),
  () => <div className="control" />,
)

/** The clients that a reader can give a new website to. A member without a grant of everything needs one of them. */
function receiversOf(role: TeamRole | null, grants: readonly Grant[], clients: readonly Client[]) {
  const current = clients.filter(({ archived }) => !archived)
  const edits = grants.filter(({ right }) => right === 'edit')
  if (role !== 'member' || edits.some(({ scope }) => scope === 'all')) return { clients: current, isNeeded: false }
  return { clients: current.filter(({ id }) => edits.some(({ client_id }) => client_id === id)), isNeeded: true }
}

/**
 * Returns a form that can create websites, with the client that they are given to: of a member who can edit only one,
 * that one, unless another is named already.
 */
export async function withSoleClient(form: Record<string, string>): Promise<Record<string, string>> {
  const role = queryClient.getQueryData(serviceInfoQuery().queryKey)?.person?.team_role ?? null
  if (role !== 'member' || form['client_id'] !== undefined) return form
  const [{ grants }, clients] = await Promise.all([
    queryClient.fetchQuery(meQuery()),
    queryClient.fetchQuery(clientsQuery()),
  ])
  const receivers = receiversOf(role, grants, clients ?? [])
  const [only, ...others] = receivers.clients
  return receivers.isNeeded && only && others.length === 0 ? { ...form, ...clientField(only.id) } : form
}

/** The field of a form for the client of new websites. */
export const clientField = (id: number | null) => (id === null ? {} : { client_id: String(id) })

/** Beyond these, the domains of a list count as new: each is a request. */
const maxLookups = 5
/** The time, in ms, that a domain can still be typed. */
const typingMs = 300

function domainsIn(text: string): string[] {
  const urls = splitList(text).map((line) => URL.parse(withScheme(line)))
  return [...new Set(urls.flatMap((url) => (url?.hostname.includes('.') ? [domainOf(url)] : [])))]
}

/** Whether one of some domains has no website that the reader can see. */
const hasNewDomainQuery = (domains: readonly string[]) =>
  queryOptions({
    queryKey: [reader(), 'websites', 'new domain', domains.slice(0, maxLookups + 1)],
    async queryFn({ signal }) {
      await pause(typingMs, signal)
      if (domains.length > maxLookups) return true
      const ids = await Promise.all(domains.map((domain) => websiteIdOf(domain, signal)))
      return ids.includes(null)
    },
    placeholderData: keepPreviousData,
    enabled: domains.length > 0,
  })

type NewWebsiteClient = {
  /** Null if nothing is to be chosen: no new domain was entered, or there is no choice. */
  field: ReactNode
  clientId: number | null
  /** Returns false, and says so at the field, if a client must be chosen first. */
  check: () => boolean
}

/** Asks which client the websites of new domains are given to. `text` is what was entered: a domain, or URLs. */
export function useNewWebsiteClient(text: string): NewWebsiteClient {
  const { pathname, search } = useLocation()
  const all = useClients()
  const grants = useMemberGrants()
  const role = useTeamRole()
  const canWrite = useCanWrite()
  const { clients, isNeeded } = receiversOf(role, grants ?? [], all)
  const isOffered = canWrite && clients.length > (isNeeded ? 1 : 0)
  const domains = isOffered ? domainsIn(text) : []
  const { data: isNew = false } = useQuery(hasNewDomainQuery(domains))
  // That of the list from which the form was opened.
  const [chosen, setChosen] = useState(() =>
    readId(new URLSearchParams(search).get('client') ?? /^\/clients\/(\d+)$/.exec(pathname)?.[1]),
  )
  const [isMissing, setMissing] = useState(false)
  const isShown = isNew && domains.length > 0
  const clientId = isShown && clients.some(({ id }) => id === chosen) ? chosen : null
  return {
    clientId,
    check() {
      const lacks = isShown && isNeeded && clientId === null
      setMissing(lacks)
      return !lacks
    },
    field: isShown && (
      <Field label={words.label} hint={words.hint} error={isMissing && words.missing}>
        {(aria) => (
          <ClientCombobox
            aria={aria}
            isOffered={({ id }) => clients.some((client) => client.id === id)}
            clientId={clientId}
            onChoose={(id) => {
              setMissing(false)
              setChosen(id)
            }}
            placeholder={isNeeded ? words.choose : words.none}
          />
        )}
      </Field>
    ),
  }
}
