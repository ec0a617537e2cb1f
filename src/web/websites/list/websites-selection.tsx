import { useState } from 'react'
import { Website } from '#contract/website.ts'
import { useMayWrite } from '#web/data/session.ts'
import { ExportDialog } from '#web/list/export-dialog.tsx'
import { gatherAll } from '#web/list/collect-stream.ts'
import type { Selection } from '#web/list/selection.ts'
import { SelectionBar } from '#web/list/selection-bar.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { manyPrivacyWords } from '../privacy-words.ts'
import { selectionWords as words } from '#web/list/selection-words.ts'
import { ManyPrivacyDialog } from './many-privacy-dialog.tsx'
import type { WebsitesListState } from './use-websites-list.ts'
import { websitesExport } from './websites-export.ts'

/** The chosen websites. Deleting one takes its reports along, so that each is asked for by itself. */
export function WebsitesSelection({ state, selection }: { state: WebsitesListState; selection: Selection<Website> }) {
  const [toExport, setToExport] = useState<{ rows: Website[] | null } | null>(null)
  const mayWrite = useMayWrite()
  const [toChange, setToChange] = useState<Website[]>([])
  return (
    <>
      <SelectionBar
        selection={selection}
        total={state.rows.page?.total ?? null}
        relation={state.rows.page?.totalRelation ?? 'eq'}
        gather={gatherAll(websitesExport(state).source, Website)}
        copy={{ label: words.copyDomains, done: words.domainsCopied, textOf: ({ domain }) => unicodeHost(domain) }}
        onExport={(rows) => setToExport({ rows })}
        {...(mayWrite && { other: { label: manyPrivacyWords.action, icon: 'lock', act: setToChange } })}
      />
      {toChange.length > 0 && (
        <ManyPrivacyDialog
          websites={toChange}
          onClose={() => setToChange([])}
          onBegin={() => {
            setToChange([])
            selection.reset(false)
          }}
        />
      )}
      {toExport && <ExportDialog {...websitesExport(state)} rows={toExport.rows} onClose={() => setToExport(null)} />}
    </>
  )
}
