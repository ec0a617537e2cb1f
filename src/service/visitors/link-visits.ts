import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { createRateWindow } from '#service/access/rate-window.ts'
import { auditedLink, type AuditRecorder } from '#service/http/audit-recorder.ts'
import type { Store } from '#service/store/database.ts'
import { type LinkRecord, recordVisit } from '#service/store/share-links/share-links.ts'

/** Visits of one link that are written to the audit log in a minute. The link's own count has no limit. */
const auditedVisitsPerMinute = 30

/** Requests within this time of a visit, in milliseconds, belong to it. */
const visitMs = 60 * 60_000

export type LinkVisits = {
  /** Records that a share link was opened. */
  opened(request: FastifyRequest, link: LinkRecord): Promise<void>
  /** Records a request through a share link, which may not have been opened first. */
  readThrough(request: FastifyRequest, link: LinkRecord): Promise<void>
}

type Deps = { db: Store['db']; audit: AuditRecorder; log: Logger }

/** Counts the visits of share links. A visit that can't be recorded is logged: the content is shown anyway. */
export function createLinkVisits({ db, audit, log }: Deps): LinkVisits {
  const countAudited = createRateWindow(auditedVisitsPerMinute)

  /** Records a visit, unless one was recorded less than `apart` milliseconds before. */
  async function record(request: FastifyRequest, link: LinkRecord, apart: number): Promise<void> {
    if (request.method !== 'GET') return
    const sinceLast = Date.now() - Date.parse(link.last_visit_at ?? '1970-01-01')
    if (Math.abs(sinceLast) < apart) return
    const browser = browserName(request.headers['user-agent'])
    const isNew = await recordVisit(db, link.id, browser, new Date().toISOString(), apart)
    if (isNew && !(await countAudited(String(link.id))).isExceeded)
      await audit.record(request, {
        action: 'link_opened',
        object: auditedLink(link),
        detail: browser,
      })
  }

  const recordOrLog = (request: FastifyRequest, link: LinkRecord, apart: number) =>
    record(request, link, apart).catch((err: unknown) =>
      log.warn({ id: request.id, err }, 'visit of a share link not recorded'),
    )

  return {
    opened: (request, link) => recordOrLog(request, link, 0),
    readThrough: (request, link) => recordOrLog(request, link, visitMs),
  }
}

const browsers: readonly (readonly [RegExp, string])[] = [
  // Browsers that also name Chrome or Safari come first.
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:\b|Headless)(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile(?:\/\w+)? )?Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Safety limit for the part of a User-Agent header that is read, in characters. */
const maxUserAgent = 400

/** Returns a name such as "Firefox on Android". It is no more exact, so that it does not identify a person. */
export function browserName(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, maxUserAgent) ?? ''
  const browser = nameIn(browsers, text)
  const system = nameIn(systems, text)
  if (!browser) return 'Unknown'
  return system ? `${browser} on ${system}` : browser
}

const nameIn = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]
