import { maxViewName, maxViewQuery, readViewName, readViewQuery, type View, viewLists } from '#contract/views.ts'
import { orList } from '#contract/query-params.ts'
import { viewFileWords as words } from './view-file-words.ts'
import { placesIn } from './json-lines.ts'

type NewView = Pick<View, 'name' | 'list' | 'query'>
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
  const given = item as Record<string, unknown>
  const name = typeof given['name'] === 'string' ? readViewName(given['name']) : null
  const list = viewLists.find((one) => one === given['list'])
  const query = given['query'] ?? ''
  const read = list && typeof query === 'string' ? readViewQuery(list, query) : null
  const wrong = [
    ...(name === null ? [words.name(maxViewName)] : []),
    ...(list ? [] : [words.list(orList(viewLists))]),
    ...(typeof query === 'string' ? [] : [words.query(maxViewQuery)]),
    ...(read?.wrong ?? []),
    ...(read && read.query.length > maxViewQuery ? [words.query(maxViewQuery)] : []),
  ]
  return name !== null && list && read && wrong.length === 0 ? { view: { name, list, query: read.query } } : { wrong }
}
