import { readPage } from '#contract/envelope.ts'
import { ReportRow } from '#contract/report-row.ts'
import { isHtml, isRedirect, isSuccess, wordsFor } from './answer-words.ts'
import type { Ask, Reply } from './ask.ts'
import type { Verdict } from './line.ts'
import type { Stored } from './store-report.ts'
import type { Writing } from './writes.ts'

/** Whether something is gone now: deleted, or not there. */
export const deleted = (reply: Reply) =>
  reply.ok && ((isSuccess(reply) && !isHtml(reply)) || reply.status === 404 || reply.status === 410)

export const removeReport = (writing: Writing, { id }: Stored) => remove(writing, 'report', id)

/** Only one that came with the report: another may be somebody's. */
export async function removeWebsite(writing: Writing, { websiteId, isNewWebsite }: Stored) {
  if (websiteId === null || !isNewWebsite)
    return writing.note(
      'Writes',
      'DELETE websites/{id}',
      'not known',
      'Not tried: the report belongs to a website that was there before.',
    )
  const reports = await reportsOf(writing.ask, websiteId)
  if (reports !== 'none')
    return writing.note(
      'Writes',
      'DELETE websites/{id}',
      'not known',
      reports === 'some'
        ? 'Not tried: somebody else has a report of it by now.'
        : 'Not tried: the server does not tell whether it has reports.',
    )
  await remove(writing, 'website', websiteId)
}

/** Takes away a website that came with our report, unless it is somebody else's by now. */
export async function takeWebsite(ask: Ask, id: number): Promise<boolean> {
  const reports = await reportsOf(ask, id)
  return reports === 'some' || (reports === 'none' && deleted(await ask('DELETE', `/websites/${id}`)))
}

async function reportsOf(ask: Ask, id: number): Promise<'none' | 'some' | 'not told'> {
  const reply = await ask('GET', '/reports', { search: { website_id: id } })
  if (!reply.ok) return 'not told'
  try {
    const { rows } = readPage(ReportRow, reply.json)
    if (rows.some((row) => row.website_id === id)) return 'some'
    return rows.some((row) => row.website_id === null) ? 'not told' : 'none'
  } catch {
    return 'not told'
  }
}

/** Deletes without an Accept header, as the specification has it, and looks whether it is gone. */
async function remove({ ask, note, undo }: Writing, kind: 'report' | 'website', id: number) {
  const name = `DELETE ${kind}s/{id}`
  const reply = await ask('DELETE', `/${kind}s/${id}`)
  if (!reply.ok) return note('Writes', name, 'wrong', `No answer: ${reply.why}.`)
  if (!isSuccess(reply) || isHtml(reply))
    return note(
      'Writes',
      name,
      'wrong',
      isRedirect(reply)
        ? `${wordsFor(reply)}: without an Accept header the server does not take the key.`
        : `${wordsFor(reply)}.`,
    )
  const after = await ask('GET', `/${kind}s/${id}`)
  const isGone = after.ok && (after.status === 404 || after.status === 410)
  if (isGone) undo.forget(`${kind} ${id}`)
  const [verdict, says]: [Verdict, string] = isGone
    ? [
        reply.status === 200 && reply.json !== undefined ? 'as specified' : 'otherwise',
        `${reply.status}${reply.text === '' ? ' without a body' : ''}, and it is gone`,
      ]
    : [reply.status === 202 ? 'otherwise' : 'wrong', `${reply.status}, and it is still there`]
  note('Writes', name, verdict, `${says}.`)
}
