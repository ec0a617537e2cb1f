import { queryOptions } from '@tanstack/react-query'
import { CheckCatalogue, type CheckInfo } from '#contract/reports/analysis.ts'
import { lenient } from '#contract/responses/lenient.ts'
import { ApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { isVisitor } from '#web/data/reader.ts'
import { server } from '#web/data/server.ts'
import { onOwnService } from '#web/data/service.ts'
import { isSignedIn } from '#web/data/session.ts'
import { humanise } from '#web/ui/text.ts'

/** The server's catalogue of checks and its ruleset. Needs no key. Null on a server without a catalogue. */
export const checksQuery = () =>
  queryOptions({
    queryKey: [server, 'checks'],
    queryFn: async ({ signal }) => {
      if (!isVisitor() && !(await onOwnService())) return null
      try {
        const options = { signal, anonymous: !isSignedIn() }
        return await currentClient().get('/checks', (body) => lenient(CheckCatalogue).parse(body), options)
      } catch (error) {
        if (error instanceof ApiError && (error.kind === 'missing' || error.kind === 'unauthenticated')) return null
        throw error
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The name of a check in the server's catalogue, or else its ID in plain words. */
export const checkNameIn = (catalogue: readonly CheckInfo[] | undefined, id: string): string =>
  catalogue?.find((check) => check.id === id)?.name ?? humanise(id)
