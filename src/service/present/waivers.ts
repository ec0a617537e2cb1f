import type { PageFinding } from '#contract/reports/page-findings.ts'
import type { Waiver } from '#contract/reports/waivers.ts'
import type { FindingState } from '#service/store/pages/finding-states.ts'
import type { WaiverRecord } from '#service/store/pages/waivers.ts'
import { nameOfCheck } from './check-names.ts'

/** `day` is today. */
export const presentWaiver = (waiver: WaiverRecord, day: string): Waiver => ({
  id: waiver.id,
  website_id: waiver.websiteId,
  check: waiver.check,
  name: nameOfCheck(waiver.check),
  scope: waiver.scope,
  target: waiver.target,
  reason: waiver.reason,
  author: waiver.author,
  created_at: waiver.createdAt,
  expires_on: waiver.expiresOn,
  active: waiver.expiresOn === null || waiver.expiresOn >= day,
})

/** A finding with what was decided about it. `waivers` are the active ones of its page, the nearest first. */
export function presentFinding(
  check: string,
  state: FindingState | undefined,
  waivers: readonly WaiverRecord[],
  day: string,
): PageFinding {
  const waiver = waivers.find((one) => one.check === check)
  return {
    check,
    waived: waiver !== undefined,
    status: waiver ? 'ignored' : (state?.status ?? 'open'),
    back: state?.back === 1,
    owner: state?.owner ?? null,
    updated_at: state?.updatedAt ?? waiver?.createdAt ?? null,
    updated_by: state ? state.updatedBy : (waiver?.author ?? null),
    waiver: waiver ? presentWaiver(waiver, day) : null,
  }
}
