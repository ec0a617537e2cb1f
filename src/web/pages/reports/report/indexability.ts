import type { Obstacle } from '#web/words/report.ts'
import type { CheckView } from './check-view.ts'

/**
 * May Google index this page? `unread` when robots.txt keeps it from being fetched at all, `blocked` when a gate failed
 * otherwise, `unsure` when a gate could not be judged, `open` when every gate passed, null when nothing is known of gates.
 */
export type Indexability =
  | { kind: 'unread' | 'blocked'; obstacles: Obstacle[] }
  | { kind: 'unsure'; check: CheckView }
  | { kind: 'open' }
  | null

export function indexability(checks: readonly CheckView[], status: number | null): Indexability {
  const gates = checks.filter(({ gate }) => gate)
  const failed = gates.filter(({ outcome }) => outcome === 'fail')
  if (failed.length > 0) {
    const kind = failed.some(({ id }) => id === 'robots-blocked') ? 'unread' : 'blocked'
    return { kind, obstacles: failed.map((check) => obstacle(check, status)) }
  }
  const undecided = gates.find(({ outcome }) => outcome === 'unknown' || outcome === 'error')
  if (undecided) return { kind: 'unsure', check: undecided }
  return gates.length > 0 && gates.every(({ outcome }) => outcome === 'pass') ? { kind: 'open' } : null
}

const obstacle = ({ id, title, evidence }: CheckView, status: number | null): Obstacle => ({
  id,
  title,
  line: evidence.find(({ line }) => line !== undefined)?.line ?? null,
  status: id === 'http-status' ? status : null,
})
