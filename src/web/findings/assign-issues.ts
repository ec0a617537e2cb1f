import { FindingChanges } from '#contract/reports/findings.ts'
import { currentClient } from '#web/data/current-client.ts'
import { showToast } from '#web/ui/toast.tsx'
import { outdateFigures } from './mutations.ts'
import { findingWords as words } from './words.ts'

/** Assigns all open findings of a website's issues, by their checks. Throws if the server refuses it. */
export async function assignIssues(website: number, checks: readonly string[], assignee_id: string): Promise<void> {
  let pages = 0
  try {
    for (const check of checks) {
      const path = `/websites/${website}/findings/${encodeURIComponent(check)}`
      const read = (body: unknown) => FindingChanges.parse(body)
      pages += (await currentClient().write('PUT', path, read, { form: { assignee_id } })).pages
    }
  } finally {
    outdateFigures()
  }
  showToast({ text: words.assigned(assignee_id !== '', pages), tone: 'good' })
}
