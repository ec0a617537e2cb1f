import { useState } from 'react'
import type { Website } from '#contract/website.ts'
import { currentClient } from '#web/api/session.ts'
import { ExportDialog } from '#web/lists/export-dialog.tsx'
import { gatherFrom, rowsPerRequest } from '#web/lists/gather.ts'
import type { Selection } from '#web/lists/selection.ts'
import { SelectionBar } from '#web/lists/selection-bar.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { selectionWords as words } from '#web/words/selection.ts'
import type { WebsitesListState } from './use-websites-list.ts'
import { websitesExport } from './websites-export.ts'

/** The chosen websites. Deleting one takes its reports along, so that each is asked for by itself. */
export function WebsitesSelection({ state, selection }: { state: WebsitesListState; selection: Selection<Website> }) {
  const { query } = state.list
  const [toExport, setToExport] = useState<{ rows: Website[] | null } | null>(null)
  return (
    <>
      <SelectionBar
        selection={selection}
        total={state.rows.page?.total ?? null}
        relation={state.rows.page?.totalRelation ?? 'eq'}
        gather={gatherFrom((page, signal) => currentClient().listWebsites({ ...query, page, per_page: rowsPerRequest }, signal))}
        copy={{ label: words.copyDomains, done: words.domainsCopied, textOf: ({ domain }) => unicodeHost(domain) }}
        onExport={(rows) => setToExport({ rows })}
      />
      {toExport && <ExportDialog {...websitesExport(state)} rows={toExport.rows} onClose={() => setToExport(null)} />}
    </>
  )
}
