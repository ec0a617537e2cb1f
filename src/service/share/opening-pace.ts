/** Openings of one link that the audit tells of in a minute; the link's own count goes on. */
export const notedAMinute = 30
const minute = 60_000
const mostRemembered = 10_000

/** Whether one more opening of a link is to be noted: a flood of them must not fill a log that is kept for long. */
export function createOpeningPace(now: () => number = Date.now): (linkId: number) => boolean {
  const links = new Map<number, { since: number; noted: number }>()
  return (linkId) => {
    const time = now()
    const known = links.get(linkId)
    const pace = known && known.since + minute > time ? known : { since: time, noted: 0 }
    links.delete(linkId)
    links.set(linkId, pace)
    if (links.size > mostRemembered) links.delete(links.keys().next().value as number)
    pace.noted += 1
    return pace.noted <= notedAMinute
  }
}
