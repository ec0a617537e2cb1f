import { queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import * as z from 'zod'
import { because, fieldsOf, withMessages } from '#contract/forms/form.ts'
import { renderField } from '#contract/forms/report-forms.ts'
import { maxJobUrls } from '#contract/jobs/job.ts'
import { isSitemapUrl, readUrlLines, splitList, type UrlLine, withScheme } from '#contract/jobs/url-list.ts'
import { defaultReportQuery } from '#contract/lists/list-query.ts'
import { urlKey } from '#contract/url-key.ts'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { ApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { server, serverNow } from '#web/data/server.ts'
import { TextAreaField } from '#web/forms/fields.tsx'
import { type RenderChoice, RenderOptions } from '#web/forms/render-field.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { walkList } from '#web/list/walk-list.ts'
import { clientField, useNewWebsiteClient } from '#web/resources/new-website-client.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { FileButton } from './file-button.tsx'
import { SourceForm, type SourceFormProps } from './source-form.tsx'
import { startJob } from './start-job.ts'
import { addWords as words } from './words.ts'
import styles from './add.module.css'

/** Safety limit: on a day with more reports, only the newest ones are known. */
const maxReports = 10_000
/** On other servers the tab stays open meanwhile, and each URL takes seconds. */
const maxQueuedUrls = 100
const perPage = 100

/** The keys of the URLs of the reports since midnight here. */
const analysedTodayQuery = () =>
  queryOptions({
    queryKey: [server, 'reports', 'list', 'today'],
    queryFn: async ({ signal }) => {
      const midnight = new Date(serverNow()).setHours(0, 0, 0, 0)
      const urls = new Set<string>()
      const fetchPage = (page: number, limit: AbortSignal) =>
        currentClient().listReports({ ...defaultReportQuery, per_page: perPage, page }, limit)
      for await (const { rows } of walkList(fetchPage, signal, perPage)) {
        for (const { url, created_at: created } of rows) {
          const at = Date.parse(created ?? '')
          if (Number.isNaN(at) || at < midnight || urls.size >= maxReports) return urls
          urls.add(urlKey(withScheme(url)))
        }
      }
      return urls
    },
    staleTime: 60_000,
    // The walk repeats failed requests itself.
    retry: false,
  })

const wrongList = (sentence: string) => new ApiError('invalid', sentence, { fields: { urls: [sentence] } })

const guessesIn = (entries: readonly UrlLine[]) => entries.filter(({ isGuess }) => isGuess).map(({ line }) => line)

/** The field tries http too if a URL was typed without a scheme. */
const withoutScheme = (url: string) => url.replace(/^https:\/\//, '')

const distinctOf = (entries: readonly UrlLine[]) => entries.filter(({ url, sameAs }) => url !== null && sameAs === null)

const isIn =
  (urls: ReadonlySet<string> | undefined) =>
  ({ url }: UrlLine) =>
    url !== null && (urls?.has(urlKey(url)) ?? false)

/** The URLs of a list, each once. */
const UrlList = withMessages(
  z.object({
    urls: z
      .string()
      .transform((text) => distinctOf(readUrlLines(splitList(text))))
      .refine((found) => found.length > 0, because('required')),
    render: renderField,
  }),
  { urls: words.empty },
)

async function startListJob(
  entries: readonly UrlLine[],
  render: z.output<typeof UrlList>['render'],
  clientId: number | null,
  signal: AbortSignal,
) {
  // Blank lines keep the numbers of the others.
  const lines: string[] = []
  for (const { line, url } of entries) lines[line - 1] = url ?? ''
  const urls = Array.from(lines, (url) => url ?? '').join('\n')
  const form = fieldsOf({ urls, render, ...clientField(clientId) })
  await startJob({ form, guesses: guessesIn(entries), count: entries.length }, signal)
}

/** Asks for a list of URLs, and shows its faults line by line before it starts. */
export function ListForm({ given, hasJobs, onClose }: SourceFormProps) {
  const { analyseInTurn } = useAnalyseRequests()
  const [corrected, setCorrected] = useState<ReadonlySet<number>>(new Set())
  const [skipsToday, setSkipsToday] = useState(true)
  const { data: today, isPending } = useQuery(analysedTodayQuery())
  const form = useContractForm({
    schema: UrlList,
    draft: 'analyse-list',
    values: { urls: isSitemapUrl(given) ? '' : splitList(given).join('\n'), render: '' as RenderChoice },
    async submit({ urls: typed, render }, signal) {
      if (!client.check()) return
      const skipped = skipsToday ? await readToday() : undefined
      signal.throwIfAborted()
      const wanted = typed.filter((entry) => !isIn(skipped)(entry))
      if (wanted.length === 0) throw wrongList(words.onlyToday)
      if (wanted.length > most) throw wrongList(words.tooMany(most))
      if (hasJobs) await startListJob(wanted, render, client.clientId, signal)
      else analyseInTurn(wanted.map(({ url, isGuess }) => (isGuess ? withoutScheme(url ?? '') : (url ?? ''))))
      onClose()
    },
  })
  const text = form.field('urls')
  const client = useNewWebsiteClient(text.value)
  /** The summary of a long list can lag behind the field. */
  const shown = useDeferredValue(text.value)
  const entries = useMemo(() => readUrlLines(splitList(shown)), [shown])

  const distinct = distinctOf(entries)
  const ofToday = distinct.filter(isIn(today))
  const chosen = skipsToday ? distinct.filter((entry) => !isIn(today)(entry)) : distinct
  const duplicates = entries.filter(({ sameAs }) => sameAs !== null).map(({ line }) => line)
  const wrong = entries.filter(({ problem }) => problem !== null).map(({ line }) => line)
  const guesses = guessesIn(chosen)
  const most = hasJobs ? maxJobUrls : maxQueuedUrls

  /** Returns today's URLs, or those in the form if they can't be read. */
  async function readToday() {
    const found = await queryClient.fetchQuery(analysedTodayQuery()).catch(() => today)
    if (!found) throw wrongList(words.todayUnknown)
    return found
  }

  function replace(next: string) {
    text.set(next)
    setCorrected(new Set())
  }
  /** The text then has one entry a line, so that a line of it can be replaced. */
  function correct(line: number, next: string) {
    setCorrected(new Set([...corrected, line]))
    text.set(
      splitList(text.value)
        .map((old, at) => (at === line - 1 ? next : old))
        .join('\n'),
    )
  }
  const isUnknown = distinct.length > 0 && !today
  return (
    <SourceForm form={form} submit={words.analyse(skipsToday && isUnknown ? 0 : chosen.length)} onClose={onClose}>
      <TextAreaField
        field={text}
        label={words.urls}
        hint={words.urlsHint}
        className={styles.area}
        wrap="off"
        data-autofocus
        autoCapitalize="none"
        onTyped={() => setCorrected(new Set())}
      />
      <div className="cluster across">
        <p className={styles.summary} role="status">
          {entries.length > 0 && words.summary(distinct.length, ofToday.length, wrong, duplicates.length)}
          {isUnknown && isPending && ` ${words.findingToday}`}
        </p>
        <FileButton
          onText={(content) => replace(splitList(content).join('\n'))}
          onFailure={(sentence) => form.refuse('urls', sentence)}
        />
      </div>
      <WrongLines entries={entries} corrected={corrected} onCorrect={correct} />
      {((isUnknown && !isPending) || ofToday.length > 0) && (
        <Checkbox
          label={words.skipToday(today ? ofToday.length : null)}
          checked={skipsToday}
          disabled={form.busy}
          onChange={(event) => setSkipsToday(event.target.checked)}
        />
      )}
      {client.field}
      {duplicates.length > 0 && <p className="muted small">{words.duplicates(duplicates)}</p>}
      {guesses.length > 0 && <p className="muted small">{words.guesses(guesses.length)}</p>}
      {hasJobs && <RenderOptions field={form.field('render')} />}
      {!hasJobs && <p className="muted small">{words.keepOpen}</p>}
    </SourceForm>
  )
}

/** More are not shown, because each is a field. */
const maxShown = 50

type WrongLinesProps = {
  entries: readonly UrlLine[]
  /** The lines that were edited here. They stay, so that the focus does. */
  corrected: ReadonlySet<number>
  onCorrect: (line: number, text: string) => void
}

/** The lines that are not URLs, each with a field in which it can be corrected. */
function WrongLines({ entries, corrected, onCorrect }: WrongLinesProps) {
  const id = useId()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const rows = entries.filter(({ line, problem }) => problem !== null || corrected.has(line))
  if (rows.length === 0) return null
  const remove = (line: number, at: number) => {
    const next = rows[at + 1] ?? rows[at - 1]
    onCorrect(line, '')
    const target = next && fieldset.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.line}`)}`)
    ;(target ?? fieldset.current?.form?.querySelector('textarea'))?.focus()
  }
  return (
    <fieldset ref={fieldset} className={`stack snug ${styles.wrong}`}>
      <legend>{words.wrong}</legend>
      <p className="muted small">{words.wrongHint}</p>
      <ul className="stack snug">
        {rows.slice(0, maxShown).map(({ line, text, problem }, at) => (
          <li key={line}>
            <label htmlFor={`${id}-${line}`} className="small">
              {words.line(line)}
            </label>
            <TextInput
              id={`${id}-${line}`}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-describedby={`${id}-${line}-why`}
              aria-invalid={problem ? true : undefined}
              value={text}
              onChange={(event) => onCorrect(line, event.target.value)}
            />
            <Button variant="plain" size="s" icon="cross" iconOnly onClick={() => remove(line, at)}>
              {words.remove(line)}
            </Button>
            <p id={`${id}-${line}-why`} className={`tiny ${styles.why}`} data-good={problem === null || undefined}>
              {problem === null ? words.corrected : words.problems[problem]}
            </p>
          </li>
        ))}
      </ul>
      {rows.length > maxShown && <p className="muted small">{words.moreWrong(rows.length - maxShown)}</p>}
    </fieldset>
  )
}
