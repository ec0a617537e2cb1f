import type { Header } from '#analyser/fetched-page.ts'
import { type Failure, failures } from '../failures.ts'
import { botWalls, type Mark, type PageParts } from './bot-walls.ts'
import { valuesOf } from './headers.ts'

/** A response that is shown instead of the page. `mark` identifies the bot protection; null without one. */
export type BlockedResponse = { status: number; mark: { vendor: string; name: string } | null }

/** Statuses that ask the client to sign in, wait or stay away, and show nothing of the page. */
const refusals: ReadonlySet<number> = new Set([401, 403, 407, 429, 503])

/**
 * Recognises refusals and challenges; null for any other response. Without the body, fewer marks are recognised.
 */
export function blockedResponseOf(
  status: number,
  headers: readonly Header[],
  body: Buffer | undefined,
): BlockedResponse | null {
  const mark = markOf(headers, body ? partsOf(headers, body) : null)
  return mark !== null || refusals.has(status) ? { status, mark } : null
}

/** @param userAgent what the administrator of the page's server can allow */
export const failureOfBlocked = ({ status, mark }: BlockedResponse, userAgent: string): Failure =>
  mark ? failures.bot_wall({ status, ...mark, userAgent }) : failures.refused({ status, userAgent })

function markOf(headers: readonly Header[], parts: PageParts | null): BlockedResponse['mark'] {
  const isPresent = (mark: Mark) =>
    'page' in mark
      ? parts !== null && mark.page(parts)
      : valuesOf(headers, mark.header[0]).some((value) => mark.header[1].test(value.trim()))
  for (const { vendor, marks } of botWalls) {
    const mark = marks.find(isPresent)
    if (mark) return { vendor, name: mark.name }
  }
  return null
}

/** A challenge page is small and has little text. A page that writes about challenges has more. */
const maxChallengeBytes = 128 * 1024
const maxChallengeText = 3_000

/** Returns the parts of a response that can be a challenge page, otherwise null. */
function partsOf(headers: readonly Header[], body: Buffer): PageParts | null {
  const [type = 'text/html'] = valuesOf(headers, 'content-type')
  if (body.length > maxChallengeBytes || !/html/i.test(type)) return null
  const parts = split(body.toString('latin1'))
  return parts.text.length > maxChallengeText ? null : parts
}

/** Splits HTML in one pass, in linear time for any input. */
function split(html: string): PageParts {
  const lower = html.toLowerCase()
  const parts: PageParts = { tags: [], scripts: '', text: '' }
  for (let at = 0; at < html.length;) {
    const start = html.indexOf('<', at)
    parts.text += html.slice(at, start < 0 ? undefined : start).trim()
    const end = start < 0 ? -1 : html.indexOf('>', start)
    if (end < 0) break
    parts.tags.push(html.slice(start, Math.min(end + 1, start + 1_000)))
    at = end + 1
    const raw = /^<(script|style)\b/.exec(lower.slice(start, start + 8))?.[1]
    if (raw === undefined) continue
    const close = lower.indexOf(`</${raw}`, at)
    if (raw === 'script') parts.scripts += html.slice(at, close < 0 ? undefined : close)
    if (close < 0) break
    at = close
  }
  return parts
}
