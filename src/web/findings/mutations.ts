import { PageFinding } from '#contract/reports/page-findings.ts'
import type { Waiver } from '#contract/reports/waivers.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { asApiError } from '#web/data/api-error.ts'
import { confirmWrite } from '#web/data/confirm-write.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { queryClient } from '#web/data/query-client.ts'
import { outdateReports, reportQueries } from '#web/resources/report-queries.ts'
import { showToast } from '#web/ui/toast.tsx'
import { findingWords as words } from './finding-words.ts'
import { findingsQuery, listWaivers } from './queries.ts'

/** Marks as outdated what a waiver changes: findings, the figures of websites and lists of pages with an issue. */
export function outdateFigures() {
  void queryClient.invalidateQueries({ queryKey: [...reportQueries.details(), 'findings'] })
  outdateReports()
}

type FindingForm = { status?: PageFinding['status']; owner?: string; reason?: string; expires_on?: string }

/** Changes a finding of a report's page. */
export async function changeFinding(reportId: number, check: string, form: FindingForm, client = currentClient()) {
  const path = `/reports/${reportId}/findings/${encodeURIComponent(check)}`
  const changed = await client.write('PUT', path, (body) => readItem(PageFinding, body), { form })
  queryClient.setQueryData(findingsQuery(reportId).queryKey, (before) => withFinding(before ?? [], changed))
  outdateFigures()
}

const withFinding = (findings: readonly PageFinding[], changed: PageFinding) => [
  ...findings.filter(({ check }) => check !== changed.check),
  changed,
]

const noDecision: Omit<PageFinding, 'check'> = {
  waived: false,
  status: 'open',
  back: false,
  owner: null,
  updated_at: null,
  updated_by: null,
  waiver: null,
}

/**
 * Shows a new status at once, and the old one again with an error if the server refuses it. Then the status is read
 * again: this change may have succeeded despite the error, or another one meanwhile.
 */
export async function setStatus(reportId: number, check: string, status: 'open' | 'in_progress' | 'fixed') {
  const { queryKey } = findingsQuery(reportId)
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)?.find((one) => one.check === check) ?? { check, ...noDecision }
  // Other findings can change meanwhile.
  const show = (finding: PageFinding) => queryClient.setQueryData(queryKey, (now) => withFinding(now ?? [], finding))
  show({ ...before, status, back: false, waived: false, waiver: null })
  try {
    await changeFinding(reportId, check, { status })
  } catch (error) {
    show(before)
    void queryClient.invalidateQueries({ queryKey })
    showError(error)
  }
}

/** Removes a waiver. An error is shown as a toast. */
export async function removeWaiver(id: number): Promise<void> {
  try {
    await currentClient().call('DELETE', `/waivers/${id}`)
  } catch (error) {
    if (asApiError(error).kind !== 'missing') showError(error)
  }
  outdateFigures()
}

function showError(thrown: unknown) {
  const error = asApiError(thrown)
  const sentence = errorSentence(error)
  showToast({ tone: 'bad', text: error.unsure ? sentence : `${words.notSaved} ${sentence}` })
}

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
