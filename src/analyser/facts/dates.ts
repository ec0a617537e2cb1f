const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** Minutes east of UTC. The abbreviations are those of RFC 822. */
const zones: Record<string, number> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  cet: 60,
  cest: 120,
}

/** “25 jun 2010”, “25-jun-10” and “jun 25 2010”: RFC 822, RFC 850 and common forms. */
const dayFirst = /\b(\d{1,2})[- ](jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[- ](\d{4}|\d{2})\b/
const monthFirst = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} (\d{1,2}),? (\d{4})\b/
const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/
/** ISO 8601 without separators: 20260602T103000Z. */
const basic = /\b(\d{4})(\d{2})(\d{2})t(\d{2})(\d{2})(\d{2})/
const time =
  /\b(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,9})?(?: ?([+-])(\d{2})(?::?(\d{2}))?| ?(z|ut|utc|gmt|[ecmp][sd]t|cest|cet))?\b/

/**
 * Parses a date as in RFC 822, RFC 850 or ISO 8601. Returns milliseconds since 1970, or null. A date without a time
 * zone is UTC on every machine; Date.parse would use the machine's own zone.
 */
export function readDate(text: string): number | null {
  const given = text
    .slice(0, 100)
    .toLowerCase()
    .replace(basic, '$1-$2-$3 $4:$5:$6')
    .replace(/(\d)t(\d)/, '$1 $2')
  const day = readDay(given)
  if (!day) return null
  const clock = time.exec(given)
  const [hours, minutes, seconds] = [clock?.[1], clock?.[2], clock?.[3]].map((part) => Number(part ?? 0))
  const offset = clock?.[4]
    ? Number(`${clock[4]}1`) * (Number(clock[5]) * 60 + Number(clock[6] ?? 0))
    : (zones[clock?.[7] ?? 'utc'] ?? 0)
  const at = Date.UTC(day.year, day.month, day.day, hours, (minutes ?? 0) - offset, seconds)
  return Number.isNaN(at) ? null : at
}

function readDay(text: string): { year: number; month: number; day: number } | null {
  const written = dayFirst.exec(text)
  if (written)
    return { year: fullYear(written[3] ?? ''), month: months.indexOf(written[2] ?? ''), day: Number(written[1]) }
  const american = monthFirst.exec(text)
  if (american) return { year: Number(american[3]), month: months.indexOf(american[1] ?? ''), day: Number(american[2]) }
  const standard = iso.exec(text)
  if (!standard) return null
  const [year, month, day] = [Number(standard[1]), Number(standard[2]), Number(standard[3])]
  return month < 1 || month > 12 || day < 1 || day > 31 ? null : { year, month: month - 1, day }
}

const fullYear = (digits: string) =>
  digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 70 ? 2000 : 1900)
