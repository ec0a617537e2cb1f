import type { Node, ParseError } from 'jsonc-parser'
import { type FieldProblem, readForm } from '#contract/forms/form.ts'
import { type NewView, NewViewForm } from '#contract/forms/view-forms.ts'
import { orList, sentenceFor } from '#contract/lists/query-params.ts'
import { maxViewName, maxViewQuery, viewLists } from '#contract/lists/views.ts'
import { viewFileWords as words } from './words.ts'

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
    return { views: [], problems: [{ line: (await findLines(json)).invalid, sentence: words.notJson }] }
  }
  const items = Array.isArray(parsed) ? parsed : (parsed as { views?: unknown } | null)?.views
  if (!Array.isArray(items)) return { views: [], problems: [{ line: null, sentence: words.noViews }] }
  if (items.length === 0) return { views: [], problems: [{ line: null, sentence: words.empty }] }
  const read = items.map(readItem)
  if (read.every((item) => 'view' in item)) return { views: read.map(({ view }) => view), problems: [] }
  const { lines } = await findLines(json)
  const problems = read.flatMap((item, index) =>
    'view' in item ? [] : item.sentences.map((sentence) => ({ line: lines[index] ?? null, sentence })),
  )
  return { views: [], problems }
}

/**
 * Finds what `JSON.parse` does not report: the first line of each item in the top-level list or in the list `views` of
 * the top-level object, or the line where the text stops being JSON. Finds nothing in a text that is nested too deep.
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
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return { sentences: [words.notView] }
  const query = (item as { query?: unknown }).query ?? ''
  const { values, problems } = readForm(NewViewForm, {
    ...(item as Record<string, string>),
    // Repairs invalid percent-encoding instead of rejecting it.
    query: typeof query === 'string' ? String(new URLSearchParams(query)) : (query as string),
  })
  return values ? { view: values } : { sentences: problems.map(sentenceOf) }
}

function sentenceOf({ field, parameter }: FieldProblem): string {
  if (parameter) return sentenceFor(parameter)
  if (field === 'name') return words.name(maxViewName)
  return field === 'list' ? words.list(orList(viewLists)) : words.query(maxViewQuery)
}
