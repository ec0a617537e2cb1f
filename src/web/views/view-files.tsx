import { useRef, useState } from 'react'
import { maxViews } from '#contract/views.ts'
import type { SavedViews } from './queries.ts'
import { Button } from '#web/ui/button.tsx'
import { downloadFile } from '#web/ui/download-file.ts'
import { maxFileBytes, readViewFile, writeViewFile } from './view-file.ts'
import { viewsWords as words } from './words.ts'
import { ImportDialog, type Found } from './import-dialog.tsx'
import { isNew } from './is-new.ts'

/** All views to a file, and those of a file to the rest. */
export function ViewFiles({ saved: { views }, mayImport }: { saved: SavedViews; mayImport: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<Found | null>(null)

  const take = async (file: File | undefined) => {
    if (!file) return
    const problem = (sentence: string): Found => ({
      file: file.name,
      views: [],
      known: 0,
      wrong: [{ line: null, sentence }],
    })
    if (file.size > maxFileBytes) return setFound(problem(words.tooLarge))
    const text = await file.text().catch(() => null)
    if (text === null) return setFound(problem(words.unreadable))
    const read = readViewFile(text)
    const fresh = read.views.filter((view) => isNew(view, views))
    if (views.length + fresh.length > maxViews) return setFound(problem(words.tooMany(maxViews, views.length)))
    setFound({ file: file.name, views: fresh, known: read.views.length - fresh.length, wrong: read.wrong })
  }

  return (
    <>
      {views.length > 0 && (
        <Button
          icon="download"
          onClick={() => downloadFile(words.fileName, 'application/json', [writeViewFile(views)])}
        >
          {words.exportViews}
        </Button>
      )}
      {mayImport && (
        <Button icon="upload" onClick={() => input.current?.click()}>
          {words.importViews}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={words.chooseFile}
        onChange={(event) => {
          void take(event.target.files?.[0])
          // The same file once more, mended, is a change too.
          event.target.value = ''
        }}
      />
      {found && <ImportDialog found={found} onClose={() => setFound(null)} />}
    </>
  )
}
