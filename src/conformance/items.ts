import type * as z from 'zod/mini'
import { AnyReport } from '#contract/any-report.ts'
import { readItem } from '#contract/envelope.ts'
import { maxId } from '#contract/list-query.ts'
import { readProblem } from '#contract/problem.ts'
import { WholeWebsite } from '#contract/website.ts'
import { isRedirect, jsonOf, wordsFor } from './answer-words.ts'
import type { Answer } from './ask.ts'
import type { Context } from './context.ts'

const readers: Record<'reports' | 'websites', z.ZodMiniType> = { reports: AnyReport, websites: WholeWebsite }

/** Looks at one report or website; gives its answer where it could be read. */
export async function lookAtItem(
  { ask, note }: Context,
  kind: keyof typeof readers,
  id: number | undefined,
): Promise<Answer | null> {
  const operation = `GET ${kind}/{id}`
  if (id === undefined) {
    note('Operations', operation, 'not known', 'There is none in the list to ask for.')
    return null
  }
  const got = jsonOf(await ask('GET', `/${kind}/${id}`))
  if ('why' in got) {
    note('Operations', operation, 'wrong', got.why)
    return null
  }
  const read = readOne(kind, got.json)
  if (!read) {
    note('Operations', operation, 'wrong', 'The answer has no id, or no address to be known by.')
    return null
  }
  if (read.id !== id) note('Operations', operation, 'wrong', `Number ${id} was asked for and ${read.id} came.`)
  else note('Operations', operation, 'as specified', isWrapped(got.json) ? 'In { data }.' : 'Bare, without { data }.')
  if (kind === 'reports') lookAtResults(note, itemIn(got.json)['results'])
  const others = Object.keys(read.other)
  if (others.length > 0)
    note(
      'Values',
      `${kind}: other fields`,
      'otherwise',
      `${others.slice(0, 8).join(', ')}${others.length > 8 ? ' …' : ''}: shown as they come.`,
    )
  return got.answer
}

function readOne(kind: keyof typeof readers, json: unknown) {
  try {
    return readItem(readers[kind], json) as { id: number; other: Record<string, unknown> }
  } catch {
    return undefined
  }
}

const isWrapped = (json: unknown) => typeof json === 'object' && json !== null && 'data' in json
const itemIn = (json: unknown) => (isWrapped(json) ? (json as { data: unknown }).data : json) as Record<string, unknown>

function lookAtResults(note: Context['note'], results: unknown) {
  const name = 'reports: results'
  if (results === undefined || results === null)
    return note('Values', name, 'otherwise', 'Absent: the report shows no checks.')
  if (typeof results !== 'object') return note('Values', name, 'otherwise', `A ${typeof results}, shown as it comes.`)
  const checks = Object.values(results)
  const isCheck = (check: unknown): check is object => typeof check === 'object' && check !== null && 'passed' in check
  if (checks.length === 0) return note('Values', name, 'otherwise', 'Empty: the report shows no checks.')
  if (Array.isArray(results)) return note('Values', name, 'otherwise', `An array of ${checks.length}.`)
  const known = checks.filter(isCheck)
  if (known.some((check) => 'outcome' in check))
    return note('Values', name, 'as specified', `${checks.length} checks with outcome, title and evidence.`)
  return note(
    'Values',
    name,
    known.length === checks.length ? 'as specified' : 'otherwise',
    `${known.length} of ${checks.length} are { passed, importance, value }; names are made readable.`,
  )
}

/** What is not there should be said not to be there. */
export async function lookAtMissing({ ask, note }: Context, kind: keyof typeof readers) {
  const name = `${kind}/{id} of none`
  const reply = await ask('GET', `/${kind}/${maxId}`)
  if (!reply.ok) return note('Refusals', name, 'wrong', `No answer: ${reply.why}.`)
  const said = wordsFor(reply)
  if (reply.status === 404 || reply.status === 410)
    return note('Refusals', name, readProblem(reply.json).message ? 'as specified' : 'otherwise', `${said}.`)
  if (isRedirect(reply)) return note('Refusals', name, 'otherwise', `${said}.`)
  return note('Refusals', name, 'wrong', `${said}, where 404 belongs.`)
}
