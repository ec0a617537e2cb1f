import { useQuery } from '@tanstack/react-query'
import type { extensionNames } from '#contract/service-info.ts'
import { serviceInfoQuery } from './service-queries.ts'

/** Whether the server has an extension that takes a full key, and this is one. Undefined while nobody knows. */
export function useFullKeyFor(name: (typeof extensionNames)[number]): boolean | undefined {
  const { data } = useQuery(serviceInfoQuery())
  return data === undefined ? undefined : data?.key?.role === 'full' && data.extensions.includes(name)
}
