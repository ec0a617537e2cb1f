export const expiries = ['7', '30', '90', 'date', 'never'] as const
export type Expiry = (typeof expiries)[number]

const dayLength = 86_400_000

/** When a link is to end, as an ISO time; null: never. Undefined where `date`, as a date field has it, is no day that still lasts. */
export function endOf(expiry: Expiry, date: string, now = Date.now()): string | null | undefined {
  if (expiry === 'never') return null
  if (expiry !== 'date') return new Date(now + Number(expiry) * dayLength).toISOString()
  const [year, month, day] = date.split('-').map(Number)
  if (!year || !month || !day) return undefined
  // The last moment of the day where the reader is.
  const end = new Date(year, month - 1, day, 23, 59, 59)
  return Number.isNaN(end.getTime()) || end.getTime() <= now ? undefined : end.toISOString()
}

/** Today where the reader is, as a date field has it. */
export function today(now = new Date()): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
