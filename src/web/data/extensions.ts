import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type Extension, supports } from '#contract/service-info.ts'
import { isVisitor } from './reader.ts'
import { serviceInfoQuery } from './service.ts'

/** The longest wait for the service description, in ms; after it no extension is used. */
const maxWaitMs = 3000

/** Whether the server has an extension; false also while the server can't be reached, as everything works without. */
export async function hasExtension(queries: QueryClient, name: Extension): Promise<boolean> {
  // Every extension needs a key.
  if (isVisitor()) return false
  try {
    const description = queries.fetchQuery({ ...serviceInfoQuery(), staleTime: 10 * 60_000 })
    const info = await Promise.race([description, new Promise<null>((resolve) => setTimeout(resolve, maxWaitMs, null))])
    return supports(info, name)
  } catch {
    return false
  }
}

/** Whether the server is known to have the extension. */
export const useExtension = (name: Extension) => supports(useQuery(serviceInfoQuery()).data, name)

/** Whether the server has the extension and the key has full access; undefined until the server has responded. */
export function useFullKeyFor(name: Extension): boolean | undefined {
  const { data } = useQuery(serviceInfoQuery())
  return data === undefined ? undefined : data?.key?.role === 'full' && supports(data, name)
}
