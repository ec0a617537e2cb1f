import { useDeferredValue, useMemo } from 'react'
import * as z from 'zod'
import { because, withMessages } from '#contract/forms/form.ts'
import { maxJobUrls } from '#contract/jobs/job.ts'
import { faultsIn, readRedirects, type RedirectLine, splitRedirects } from '#contract/jobs/redirect-map.ts'
import { TextAreaField } from '#web/forms/fields.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { FileButton } from './file-button.tsx'
import { SourceForm, type SourceFormProps } from './source-form.tsx'
import { startJob } from './start-job.ts'
import { addWords, redirectFormWords as words } from './words.ts'
import styles from './add.module.css'

/** The rows that can be checked, each old URL once, and those with a problem. Null for too many. */
function readMap(text: string) {
  const rows = splitRedirects(text)
  if (!rows) return null
  const lines = readRedirects(rows)
  const good = lines.flatMap(({ line, urls, sameAs }) => (urls && sameAs === null ? [{ line, ...urls }] : []))
  return { good, wrong: lines.filter(({ problem }) => problem !== null), repeated: repeatedIn(lines) }
}

const repeatedIn = (lines: readonly RedirectLine[]) =>
  lines.filter(({ sameAs }) => sameAs !== null).map(({ line }) => line)

const RedirectDraft = withMessages(
  z.object({
    redirects: z
      .string()
      .transform(readMap)
      .refine((map) => map !== null, because('too_many'))
      .refine((map) => map === null || map.good.length > 0, because('required')),
  }),
  { redirects: { otherwise: words.empty, required: words.empty, too_many: addWords.tooMany(maxJobUrls) } },
)

/** Asks for a redirect map, and shows its faults before it starts. */
export function RedirectsForm({ given, onClose }: SourceFormProps) {
  const form = useContractForm({
    schema: RedirectDraft,
    draft: 'check-redirects',
    // The other forms start with what this dialog was opened for as well.
    values: { redirects: readMap(given)?.good.length ? given : '' },
    async submit({ redirects }, signal) {
      const good = redirects?.good ?? []
      // Blank lines keep the numbers of the others.
      const lines: string[] = []
      for (const { line, old, expected } of good) lines[line - 1] = `${old}\t${expected}`
      const text = Array.from(lines, (line) => line ?? '').join('\n')
      await startJob({ form: { redirects: text }, guesses: [], count: good.length }, signal)
      onClose()
    },
  })
  const field = form.field('redirects')
  /** The summary of a long map can lag behind the field. */
  const shown = useDeferredValue(field.value)
  const map = useMemo(() => readMap(shown), [shown])
  const faults = useMemo(() => [...faultsIn(map?.good ?? [])], [map])
  const linesOf = (fault: 'loop' | 'chain') => faults.flatMap(([line, found]) => (found === fault ? [line] : []))
  const [loops, chains] = [linesOf('loop'), linesOf('chain')]
  const { good = [], wrong = [], repeated = [] } = map ?? {}
  return (
    <SourceForm form={form} submit={words.check(good.length)} onClose={onClose}>
      <TextAreaField
        field={field}
        label={words.label}
        hint={words.hint}
        className={styles.area}
        wrap="off"
        data-autofocus
        autoCapitalize="none"
      />
      <div className="cluster across">
        <p className={styles.summary} role="status">
          {shown.trim() !== '' && words.summary(good.length, wrong.length)}
        </p>
        <FileButton onText={field.set} onFailure={(sentence) => form.refuse('redirects', sentence)} />
      </div>
      <WrongRows rows={wrong} />
      {loops.length > 0 && <p className="small bad toned">{words.loops(loops)}</p>}
      {chains.length > 0 && <p className="muted small">{words.chains(chains)}</p>}
      {repeated.length > 0 && <p className="muted small">{words.repeated(repeated)}</p>}
    </SourceForm>
  )
}

/** More are only counted. */
const maxShown = 20

/** The rows that can't be checked, with the reasons. */
function WrongRows({ rows }: { rows: readonly RedirectLine[] }) {
  if (rows.length === 0) return null
  return (
    <section className={`stack snug ${styles.wrong}`} aria-label={words.wrong}>
      <p className="small medium">{words.wrong}</p>
      <ul className="stack tight small">
        {rows.slice(0, maxShown).map(({ line, problem }) => (
          <li key={line} className="block">
            {addWords.line(line)}: <span className="bad toned">{problem && words.problem(problem)}</span>
          </li>
        ))}
      </ul>
      {rows.length > maxShown && <p className="muted small">{words.moreWrong(rows.length - maxShown)}</p>}
    </section>
  )
}
