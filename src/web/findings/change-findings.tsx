import { FindingChanges, maxFindingPages } from '#contract/reports/findings.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { ownChanges } from '#web/data/query-client.ts'
import { showToast } from '#web/ui/toast.tsx'
import { outdateFigures } from './mutations.ts'
import { findingWords as words } from './words.ts'

/** A change of an issue on pages of one website. `form` has the fields of `PageFindingsForm` but the IDs. */
type Change = { website: number; ids: readonly number[]; form: Record<string, string> }

/** A page whose finding is changed, with the ID of its report in the list. */
export type ChosenPage = { id: number; website_id: number; page_id: number }

/** Changes the finding of an issue on pages, and offers to undo it. Throws if the server refuses it. */
export async function changeFindings(
  check: string,
  pages: readonly ChosenPage[],
  form: Record<string, string>,
  done: (count: number) => string,
): Promise<void> {
  const ofWebsites = Map.groupBy(pages, ({ website_id }) => website_id)
  const changes = [...ofWebsites].map(([website, chosen]) => ({
    website,
    ids: [...new Set(chosen.map(({ page_id }) => page_id))],
    form,
  }))
  // They leave the list at once, and come back by Undo.
  for (const { id } of pages) ownChanges.add('reports', id)
  const before = await send(check, changes)
  showToast({
    text: done(pages.length),
    tone: 'good',
    action: { label: words.undo, isUndo: true, onSelect: () => void undo(check, before) },
  })
}

/** Sends changes. Returns those that undo them. */
async function send(check: string, changes: readonly Change[]): Promise<Change[]> {
  const before: Change[] = []
  const read = (body: unknown) => FindingChanges.parse(body)
  try {
    for (const { website, ids, form } of changes)
      for (let at = 0; at < ids.length; at += maxFindingPages) {
        const path = `/websites/${website}/findings/${encodeURIComponent(check)}`
        const fields = { ids: ids.slice(at, at + maxFindingPages).join(), ...form }
        const changed = await currentClient().write('PUT', path, read, { form: fields })
        before.push(...changed.before.map(({ ids, ...fields }) => ({ website, ids, form: formOf(fields, form) })))
      }
  } finally {
    outdateFigures()
  }
  return before
}

type Before = Omit<FindingChanges['before'][number], 'ids'>

/** Returns the form that undoes a change: of the assignee, or of the status. */
const formOf = ({ status, assignee_id, reason, expires_on }: Before, changed: Change['form']): Change['form'] =>
  'assignee_id' in changed
    ? { assignee_id: String(assignee_id ?? '') }
    : { status, ...(reason !== null && { reason }), ...(expires_on !== null && { expires_on }) }

async function undo(check: string, before: readonly Change[]) {
  try {
    await send(check, before)
    showToast({ text: words.undone })
  } catch (thrown) {
    showToast({ text: `${words.notSaved} ${errorSentence(asApiError(thrown))}`, tone: 'bad' })
  }
}
