import type { PageFinding, Waiver } from '#contract/reports/findings.ts'
import type { NamedFindingState } from '#service/store/pages/finding-states.ts'
import type { WaiverRecord } from '#service/store/pages/waivers.ts'
import { nameOfCheck } from './check-names.ts'

/** `day` is today. */
export const presentWaiver = ({ check_id, ...waiver }: WaiverRecord, day: string): Waiver => ({
  ...waiver,
  check: check_id,
  name: nameOfCheck(check_id),
  active: waiver.expires_on === null || waiver.expires_on >= day,
})

/** A finding with the decisions about it. `waivers` are the active ones of its page, the nearest first. */
export function presentFinding(
  check: string,
  state: NamedFindingState | undefined,
  waivers: readonly WaiverRecord[],
  day: string,
): PageFinding {
  const waiver = waivers.find((waiver) => waiver.check_id === check)
  return {
    check,
    waived: waiver !== undefined,
    status: waiver ? 'ignored' : (state?.status ?? 'open'),
    back: state?.back === 1,
    owner: state?.owner ?? null,
    assignee_id: state?.assignee_id ?? null,
    assignee_name: state?.assignee_name ?? null,
    updated_at: state?.updated_at ?? waiver?.created_at ?? null,
    updated_by: state ? state.updated_by : (waiver?.author ?? null),
    waiver: waiver ? presentWaiver(waiver, day) : null,
  }
}
