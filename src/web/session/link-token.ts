import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import * as z from 'zod'

const State = z.object({ token: z.string() })

export const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('token')

/**
 * Returns the token of the link that opened the page, or null. It is removed from the URL, and kept with the entry of
 * the browser's history, so that the page can be reloaded.
 */
export function useLinkToken(): string | null {
  const { hash, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const given = tokenIn(hash)
  useEffect(() => {
    if (given !== null) void navigate(pathname + search, { replace: true, state: { token: given } })
  }, [given, pathname, search, navigate])
  return given ?? State.safeParse(state).data?.token ?? null
}
