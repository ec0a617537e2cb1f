import { queryOptions } from '@tanstack/react-query'
import { readItem } from '#contract/responses/envelope.ts'
import { Brand, AnyClientDocument } from '#contract/sharing/client-document.ts'
import { currentClient } from '#web/data/current-client.ts'
import { reader } from '#web/data/reader.ts'

/** The client report at a path of the API. */
export const documentQuery = (path: string) =>
  queryOptions({
    queryKey: [reader(), 'document', path],
    queryFn: async ({ signal }) => {
      return currentClient().get(path, (body) => readItem(AnyClientDocument, body), { signal })
    },
    retryOnMount: false,
  })

export const brandQuery = () =>
  queryOptions({
    queryKey: [reader(), 'brand'],
    queryFn: ({ signal }) => currentClient().get('/brand', (body) => readItem(Brand, body), { signal }),
  })
