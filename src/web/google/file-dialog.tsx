import { useState } from 'react'
import * as z from 'zod'
import { fieldsOf, withMessages } from '#contract/forms/form.ts'
import type { ImportedFile } from '#contract/google/search-connection.ts'
import { DateField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { dateExample } from '#web/ui/date-input.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { FileDrop } from './file-drop.tsx'
import { importFile } from './queries.ts'
import { websiteGoogleWords } from './words.ts'
import styles from './google.module.css'

const words = websiteGoogleWords.file

/** A ZIP file has a table of its days. */
const noDays = z.object({})
const days = withMessages(z.object({ first_day: z.iso.date(), last_day: z.iso.date() }), {
  first_day: { label: words.first, otherwise: words.dayError(dateExample) },
  last_day: { label: words.last, otherwise: words.dayError(dateExample) },
})

type FileDialogProps = { id: number; onClose: () => void }

/** Adds the figures of a file that Search Console exported, and then says what was taken of it. */
export function FileDialog({ id, onClose }: FileDialogProps) {
  const [imported, setImported] = useState<ImportedFile | null>(null)
  return imported ? (
    <Outcome imported={imported} onAnother={() => setImported(null)} onClose={onClose} />
  ) : (
    <Choose id={id} onImported={setImported} onClose={onClose} />
  )
}

const isZip = ({ name, type }: File) => /\.zip$/i.test(name) || /zip/.test(type)

function Choose({ id, onImported, onClose }: FileDialogProps & { onImported: (imported: ImportedFile) => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const needsDays = file !== null && !isZip(file)
  const form = useContractForm<{ first_day: string; last_day: string }, object>({
    schema: needsDays ? days : noDays,
    values: { first_day: '', last_day: '' },
    async submit(read, signal) {
      if (!file) return setMissing(true)
      const type = isZip(file) ? 'application/zip' : 'text/csv'
      onImported(await importFile(id, { content: file, type }, fieldsOf(read), signal))
    },
  })
  return (
    <FormDialog
      form={form}
      title={words.title}
      submitLabel={form.busy ? words.sending : words.submit}
      cancelLabel={websiteGoogleWords.cancel}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <FileDrop
        label={file ? words.other : words.drop}
        accept=".zip,.csv,application/zip,text/csv"
        chosen={file?.name}
        error={isMissing ? words.noFile : undefined}
        onFile={(chosen) => {
          form.clear()
          setMissing(false)
          setFile(chosen)
        }}
      />
      {needsDays && (
        <div className="stack snug">
          <p className="muted small">{words.daysText}</p>
          <div className="grid snug halves">
            <DateField field={form.field('first_day')} />
            <DateField field={form.field('last_day')} />
          </div>
        </div>
      )}
      <p className="muted small">{words.limit}</p>
    </FormDialog>
  )
}

type OutcomeProps = { imported: ImportedFile; onAnother: () => void; onClose: () => void }

const Outcome = ({ imported, onAnother, onClose }: OutcomeProps) => (
  <Dialog
    open
    title={words.title}
    onClose={onClose}
    actions={
      <>
        <Button onClick={onAnother}>{words.another}</Button>
        <Button variant="main" data-autofocus onClick={onClose}>
          {words.done}
        </Button>
      </>
    }
  >
    <div className="stack">
      <Notice tone={imported.rows > 0 ? 'good' : 'decent'} role="status">
        {words.added(imported)}
      </Notice>
      {imported.refused.length > 0 && (
        <section aria-labelledby="refused" className="stack tight">
          <h3 id="refused" className="medium">
            {words.refused(imported.refused.length)}
          </h3>
          <ul className={`scrolls small ${styles.refused}`} tabIndex={0} aria-labelledby="refused">
            {imported.refused.map(({ line, reason }) => (
              <li key={line} className="row spread">
                <span className="faint">{words.line(line)}</span>
                <span>{words.reasons[reason]}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="muted small">{words.limit}</p>
    </div>
  </Dialog>
)
