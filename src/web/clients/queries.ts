import { queryOptions } from '@tanstack/react-query'
import { ClientIssue } from '#contract/access/clients.ts'
import { readRows } from '#contract/responses/envelope.ts'
import { lenient } from '#contract/responses/lenient.ts'
import { currentClient } from '#web/data/current-client.ts'
import { clientsKey } from '#web/resources/clients.ts'

/** The issues on all websites of a client, in the order in which to fix them. */
export const clientIssuesQuery = (id: number) =>
  queryOptions({
    queryKey: [...clientsKey(), 'issues', id],
    queryFn: ({ signal }) =>
      currentClient().get(`/clients/${id}/issues`, (body) => readRows(lenient(ClientIssue), body), { signal }),
  })
