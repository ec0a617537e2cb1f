import { PageFinding } from '#contract/reports/findings.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { queryClient } from '#web/data/query-client.ts'
import { outdateReports, reportQueries } from '#web/resources/report-queries.ts'
import { showToast } from '#web/ui/toast.tsx'
import { findingsQuery, noDecision } from './queries.ts'
import { findingWords as words } from './words.ts'

/**
 * Marks as outdated the data that a waiver changes: findings, the figures of websites and lists of pages with an issue.
 */
export function outdateFigures() {
  void queryClient.invalidateQueries({ queryKey: [...reportQueries.details(), 'findings'] })
  outdateReports()
}

/** Changes a finding of a report's page. `form` has the fields of `FindingForm`. */
export async function changeFinding(
  reportId: number,
  check: string,
  form: Record<string, string>,
  client = currentClient(),
) {
  const path = `/reports/${reportId}/findings/${encodeURIComponent(check)}`
  const changed = await client.write('PUT', path, (body) => readItem(PageFinding, body), { form })
  queryClient.setQueryData(findingsQuery(reportId).queryKey, (before) => withFinding(before ?? [], changed))
  outdateFigures()
}

const withFinding = (findings: readonly PageFinding[], changed: PageFinding) => [
  ...findings.filter(({ check }) => check !== changed.check),
  changed,
]

/**
 * Shows a new status at once, and the old one again with an error if the server refuses it. Then the status is read
 * again, because this change may have succeeded anyway.
 */
export async function setStatus(reportId: number, check: string, status: 'open' | 'in_progress' | 'fixed') {
  const { queryKey } = findingsQuery(reportId)
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData(queryKey)?.find((finding) => finding.check === check) ?? {
    check,
    ...noDecision,
  }
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
export const removeWaiver = (id: number): Promise<unknown> =>
  currentClient().remove(`/waivers/${id}`).catch(showError).finally(outdateFigures)

function showError(thrown: unknown) {
  const error = asApiError(thrown)
  const sentence = errorSentence(error)
  showToast({ tone: 'bad', text: error.unsure ? sentence : `${words.notSaved} ${sentence}` })
}

/** `fields` are those of `NewWaiverForm`. */
export async function createWaiver(websiteId: number, fields: Record<string, string>): Promise<void> {
  const form = { website_id: `${websiteId}`, ...fields }
  await currentClient().call('POST', '/waivers', { form, creates: true }).finally(outdateFigures)
}
