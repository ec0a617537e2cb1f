import type { Node, ParseError } from 'jsonc-parser'
import { useRef, useState } from 'react'
import { type FieldProblem, messageOf, readForm } from '#contract/forms/form.ts'
import { type NewView, NewViewForm } from '#contract/forms/view-forms.ts'
import { maxViews, type View } from '#contract/lists/views.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { isSaved } from '#web/resources/views.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { downloadFile } from '#web/ui/download-file.ts'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { importViews } from './mutations.ts'
import { viewFileWords, viewsWords as words } from './words.ts'
import styles from './views-page.module.css'

/** The content of a chosen file: the views that are not saved yet, or the problems of the file. */
type ChosenFile = { name: string; views: NewView[]; savedCount: number; problems: FileProblem[] }

/** The buttons that export all views to a file and import views from one. */
export function ViewFiles({ views, canImport }: { views: readonly View[]; canImport: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<ChosenFile | null>(null)

  const read = async (file: File | undefined) => {
    if (!file) return
    const refuse = (sentence: string) =>
      setChosen({ name: file.name, views: [], savedCount: 0, problems: [{ line: null, sentence }] })
    if (file.size > maxFileBytes) return refuse(words.tooLarge)
    const text = await file.text().catch(() => null)
    if (text === null) return refuse(words.unreadable)
    const content = await readViewFile(text)
    const unsaved = content.views.filter((view) => !isSaved(view, views))
    if (views.length + unsaved.length > maxViews) return refuse(words.tooMany(maxViews, views.length))
    const savedCount = content.views.length - unsaved.length
    setChosen({ name: file.name, views: unsaved, savedCount, problems: content.problems })
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
      {canImport && <Button onClick={() => input.current?.click()}>{words.importViews}</Button>}
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={words.chooseFile}
        onChange={(event) => {
          void read(event.target.files?.[0])
          // Without this, choosing the same file again would not fire `change`.
          event.target.value = ''
        }}
      />
      {chosen && <ImportDialog file={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

const maxShownLines = 20

/** Confirms an import, or lists the problems that prevent it. */
function ImportDialog({
  file: { name, views, savedCount, problems },
  onClose,
}: {
  file: ChosenFile
  onClose: () => void
}) {
  const { busy, error, submit } = useSubmit(async () => {
    await importViews(views)
    onClose()
    showToast({ text: words.imported(views.length), tone: 'good' })
  })
  const isRefused = problems.length > 0
  return (
    <Dialog
      open
      title={isRefused ? words.importRefused(name) : words.importTitle}
      onClose={onClose}
      actions={
        <>
          <Button data-autofocus={views.length === 0 || undefined} onClick={onClose}>
            {views.length === 0 ? words.close : words.cancel}
          </Button>
          {views.length > 0 && (
            <Button variant="main" busy={busy} data-autofocus onClick={() => submit(undefined)}>
              {words.importCount(views.length)}
            </Button>
          )}
        </>
      }
    >
      {isRefused ? (
        <ul className={styles.problems}>
          {problems.slice(0, maxShownLines).map(({ line, sentence }) => (
            <li key={`${line} ${sentence}`}>{line === null ? sentence : words.line(line, sentence)}</li>
          ))}
          {problems.length > maxShownLines && <li>{words.more(problems.length - maxShownLines)}</li>}
        </ul>
      ) : (
        <>
          <p>{words.importText(views.length, savedCount)}</p>
          <ul className={`grid scrolls ${styles.names}`}>
            {views.slice(0, maxShownLines).map((view, index) => (
              <li key={index}>{view.name}</li>
            ))}
            {views.length > maxShownLines && <li>{words.more(views.length - maxShownLines)}</li>}
          </ul>
        </>
      )}
      {error && (
        <Notice role="alert" tone="bad">
          {errorSentence(error)}
        </Notice>
      )}
    </Dialog>
  )
}

/** `line` is null for a problem of the whole file. */
export type FileProblem = { line: number | null; sentence: string }

/** Safety limit. A file with the most views, each of the greatest length, is smaller. */
export const maxFileBytes = 2_000_000

/** Writes views as JSON, one per line, without their IDs and times. */
export function writeViewFile(views: readonly NewView[]) {
  const lines = views.map(({ name, list, query }) => `    ${JSON.stringify({ name, list, query })}`)
  return `{\n  "format": "seo-reports-views",\n  "version": 1,\n  "views": [\n${lines.join(',\n')}\n  ]\n}\n`
}

/** Reads the views of a file. If any part of it is invalid, returns all problems and no views. */
export async function readViewFile(text: string): Promise<{ views: NewView[]; problems: FileProblem[] }> {
  const json = text.replace(/^\uFEFF/, '')
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    return { views: [], problems: [{ line: (await findLines(json)).invalid, sentence: viewFileWords.notJson }] }
  }
  const items = Array.isArray(parsed) ? parsed : (parsed as { views?: unknown } | null)?.views
  if (!Array.isArray(items)) return { views: [], problems: [{ line: null, sentence: viewFileWords.noViews }] }
  if (items.length === 0) return { views: [], problems: [{ line: null, sentence: viewFileWords.empty }] }
  const read = items.map(readItem)
  if (read.every((item) => 'view' in item)) return { views: read.map(({ view }) => view), problems: [] }
  const { lines } = await findLines(json)
  const problems = read.flatMap((item, index) =>
    'view' in item ? [] : item.sentences.map((sentence) => ({ line: lines[index] ?? null, sentence })),
  )
  return { views: [], problems }
}

/**
 * Finds positions that `JSON.parse` does not report: the first line of each item in the top-level list or in the list
 * `views` of the top-level object, or the line where the text stops being JSON. Finds nothing in a text that is nested
 * too deep.
 */
async function findLines(json: string): Promise<{ lines: number[]; invalid: number | null }> {
  const { parseTree } = await import('jsonc-parser')
  const lineAt = (offset: number) => json.slice(0, offset).split('\n').length
  const errors: ParseError[] = []
  let root: Node | undefined
  try {
    root = parseTree(json, errors, { disallowComments: true })
  } catch {
    // The parser calls itself for each level.
    return { lines: [], invalid: null }
  }
  // The last of duplicate keys wins, as in `JSON.parse`.
  const list =
    root?.type === 'object'
      ? root.children?.findLast(({ children }) => children?.[0]?.value === 'views')?.children?.[1]
      : root
  const items = list?.type === 'array' ? (list.children ?? []) : []
  return { lines: items.map(({ offset }) => lineAt(offset)), invalid: errors[0] ? lineAt(errors[0].offset) : null }
}

function readItem(item: unknown): { view: NewView } | { sentences: string[] } {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return { sentences: [viewFileWords.notView] }
  const query = (item as { query?: unknown }).query ?? ''
  const { values, problems } = readForm(NewViewForm, {
    ...(item as Record<string, string>),
    // Repairs invalid percent-encoding instead of rejecting it.
    query: typeof query === 'string' ? String(new URLSearchParams(query)) : (query as string),
  })
  return values ? { view: values } : { sentences: problems.map(sentenceOf) }
}

function sentenceOf(problem: FieldProblem): string {
  const sentence = messageOf(NewViewForm, problem)
  return problem.parameter ? sentence : viewFileWords.field(problem.field, sentence)
}
