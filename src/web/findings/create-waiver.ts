import type { Waiver } from '#contract/reports/waivers.ts'
import { confirmWrite } from '#web/data/confirm-write.ts'
import { currentClient } from '#web/data/current-client.ts'
import { outdateFigures } from './mutations.ts'
import { listWaivers } from './queries.ts'

type WaiverFields = { check: string; scope: string; target?: string; reason: string; expires_on: string }

const isSame = (waiver: Waiver, { check, scope, target, reason, expires_on }: WaiverFields) =>
  waiver.check === check &&
  waiver.scope === scope &&
  (waiver.target ?? '') === (target ?? '') &&
  waiver.reason === reason &&
  (waiver.expires_on ?? '') === expires_on

/** Creates a waiver. After a lost response, looks it up. */
export async function createWaiver(websiteId: number, fields: WaiverFields): Promise<void> {
  const form = { website_id: `${websiteId}`, ...fields }
  const readBack = async () => (await listWaivers(websiteId)).some((waiver) => isSame(waiver, fields))
  await confirmWrite(currentClient().call('POST', '/waivers', { form }), readBack).finally(outdateFigures)
}
