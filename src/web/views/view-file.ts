import { type FieldProblem, readForm } from '#contract/forms/form.ts'
import { type NewView, NewViewForm } from '#contract/forms/view-forms.ts'
import { orList, sentenceFor } from '#contract/query-params.ts'
import { maxViewName, maxViewQuery, viewLists } from '#contract/views.ts'
import { viewFileWords as words } from './view-file-words.ts'
import { placesIn } from './json-lines.ts'

type WrongLine = { line: number | null; sentence: string }

/** More than a full file of the longest views takes. */
export const maxFileBytes = 2_000_000

/** Views as a file: JSON, a view a line, without what belongs to one server alone. */
export function writeViewFile(views: readonly NewView[]) {
  const lines = views.map(({ name, list, query }) => `    ${JSON.stringify({ name, list, query })}`)
  return `{\n  "format": "seo-reports-views",\n  "version": 1,\n  "views": [\n${lines.join(',\n')}\n  ]\n}\n`
}

/** The views of a file, or everything that is wrong with it, by line; never some of one and some of the other. */
export function readViewFile(text: string): { views: NewView[]; wrong: WrongLine[] } {
  const json = text.replace(/^\uFEFF/, '')
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    return { views: [], wrong: [{ line: placesIn(json).broken, sentence: words.notJson }] }
  }
  const items = Array.isArray(parsed) ? parsed : (parsed as { views?: unknown } | null)?.views
  if (!Array.isArray(items)) return { views: [], wrong: [{ line: null, sentence: words.noViews }] }
  if (items.length === 0) return { views: [], wrong: [{ line: null, sentence: words.empty }] }
  const lines = placesIn(json).items
  const views: NewView[] = []
  const wrong: WrongLine[] = []
  items.forEach((item: unknown, index) => {
    const read = readItem(item)
    if ('view' in read) views.push(read.view)
    else wrong.push(...read.wrong.map((sentence) => ({ line: lines[index] ?? null, sentence })))
  })
  return wrong.length > 0 ? { views: [], wrong } : { views, wrong }
}

function readItem(item: unknown): { view: NewView } | { wrong: string[] } {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return { wrong: [words.notView] }
  const query = (item as { query?: unknown }).query ?? ''
  const { values, problems } = readForm(NewViewForm, {
    ...(item as Record<string, string>),
    // A broken percent-encoding is repaired rather than refused.
    query: typeof query === 'string' ? String(new URLSearchParams(query)) : (query as string),
  })
  return values ? { view: values } : { wrong: problems.map(sentenceOf) }
}

function sentenceOf({ field, parameter }: FieldProblem): string {
  if (parameter) return sentenceFor(parameter)
  if (field === 'name') return words.name(maxViewName)
  return field === 'list' ? words.list(orList(viewLists)) : words.query(maxViewQuery)
}
