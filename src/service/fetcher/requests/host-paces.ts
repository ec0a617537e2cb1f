import { portOf, withoutTrailingDot } from '../page-url.ts'
import type { Pace } from './host-limit.ts'

/** The pace of single hosts, by `host`, or `host:port` for hosts on the allow list. */
export type HostPaces = ReadonlyMap<string, Pace>

/** A browser opens as many connections to a host, and sends more requests. */
export const defaultPace: Pace = { perSecond: 10, maxConcurrent: 6 }

/** Hosts on the allow list belong to the administrator, so only the number of connections is limited. */
export const allowedPace: Pace = { ...defaultPace, perSecond: 1_000 }

/** Returns how many analyses of pages of a host can run at once. Each uses as many connections as a browser. */
export function maxAnalysesOf(page: URL, paces: HostPaces = new Map()): number {
  const host = withoutTrailingDot(page.hostname).replace(/^\[|\]$/g, '')
  const { maxConcurrent } = paces.get(host) ?? paces.get(`${host}:${portOf(page)}`) ?? defaultPace
  return Math.max(1, Math.floor(maxConcurrent / defaultPace.maxConcurrent))
}

const most: Pace = { perSecond: 1_000, maxConcurrent: 64 }

/**
 * Reads `host=requests per second`, or `host=requests per second/connections`, separated by commas. Returns null if an
 * entry is invalid.
 */
export function readHostPaces(text: string): HostPaces | null {
  const paces = new Map<string, Pace>()
  for (const entry of text.split(',')) {
    const [, name = '', port = '', perSecond, maxConcurrent = defaultPace.maxConcurrent] =
      /^\s*(\[[\da-f:.]+\]|[^\s/@:=[\]]+)(:\d{1,5})?=(\d{1,4})(?:\/(\d{1,2}))?\s*$/i.exec(entry) ?? []
    const host = URL.parse(`http://${name}`)?.hostname.replace(/^\[|\]$/g, '')
    const pace = { perSecond: Number(perSecond), maxConcurrent: Number(maxConcurrent) }
    if (!host || !isWithin(pace.perSecond, most.perSecond) || !isWithin(pace.maxConcurrent, most.maxConcurrent))
      return null
    paces.set(host + port, pace)
  }
  return paces
}

const isWithin = (value: number, greatest: number) => value >= 1 && value <= greatest
