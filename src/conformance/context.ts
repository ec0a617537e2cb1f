import { type Page, readPage } from '#contract/envelope.ts'
import { jsonOf } from './answer-words.ts'
import type { Answer, Ask } from './ask.ts'
import type { Note } from './line.ts'
import type { ListKind, Row } from './list-kind.ts'

export type Context = { ask: Ask; note: Note }

/** A page of a list as the dashboard reads it, and as it came. */
export type FetchedPage<T> = { page: Page<T>; sent: unknown[]; body: unknown; answer: Answer }

/** Gives the sentence that says why where there is no such page. */
export async function fetchPage<T extends Row>(
  { ask }: Context,
  { name, reader }: ListKind<T>,
  search: Record<string, string | number>,
): Promise<FetchedPage<T> | { why: string }> {
  const got = jsonOf(await ask('GET', `/${name}`, { search }))
  if ('why' in got) return got
  try {
    const page = readPage(reader, got.json) as Page<T>
    return { page, sent: rowsIn(got.json), body: got.json, answer: got.answer }
  } catch {
    return { why: 'The answer is neither { data: […] } nor an array.' }
  }
}

const rowsIn = (body: unknown) => (Array.isArray(body) ? body : (body as { data: unknown[] }).data)
