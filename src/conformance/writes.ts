import type { Ask } from './ask.ts'
import type { Context } from './context.ts'
import { changePrivacy } from './privacy.ts'
import { shapeOfRefusal } from './refused-fields.ts'
import { markedAddress, storeReport } from './store-report.ts'
import { removeReport, removeWebsite } from './removals.ts'
import { createUndo, type Undo } from './undo.ts'

/** `undoing` asks on after somebody has stopped the rest. */
export type WriteContext = Context & { undoing: Ask; left: string[] }
export type Writing = WriteContext & { undo: Undo }

type ProbeRequest = { page: string | null; isReadOnly: boolean; signal: AbortSignal | undefined }

/** Stores a report, changes a privacy and back, and deletes what it made, whatever happens in between. */
export async function lookAtWrites(context: WriteContext, { page, isReadOnly }: ProbeRequest) {
  const { note, left } = context
  if (isReadOnly) return note('Writes', 'writes', 'not known', 'Not tried: this key may only read.')
  if (page === null)
    return note(
      'Writes',
      'writes',
      'not known',
      'Not tried: there is no report whose page could be analysed again. Name one with --url.',
    )
  const undo = createUndo()
  const writing = { ...context, undo }
  try {
    await refusedFields(context)
    const stored = await storeReport(writing, markedAddress(page))
    if (stored) {
      await changePrivacy(writing, stored)
      await removeReport(writing, stored)
      await removeWebsite(writing, stored)
    }
  } finally {
    left.push(...(await undo.all()))
    if (left.length > 0) note('Writes', 'cleaning up', 'wrong', `Not done for ${left.join('; ')}.`)
    else note('Writes', 'cleaning up', 'as specified', 'Nothing that was made is left.')
  }
}

/** A form without what it needs is refused, and nothing is stored. */
async function refusedFields({ ask, note }: Context) {
  const reply = await ask('POST', '/reports', { form: { url: '' } })
  const name = 'POST reports without a url'
  if (!reply.ok) return note('Refusals', name, 'wrong', `No answer: ${reply.why}.`)
  note('Refusals', name, ...shapeOfRefusal(reply))
}
