import { randomBytes } from 'node:crypto'
import { readItem } from '#contract/responses/envelope.ts'
import { type Privacy, privacies, privacyLabels, Website } from '#contract/websites/website.ts'
import { createCleanup } from './cleanup.ts'
import { jsonOf, type Send } from './client.ts'
import { checkEmptyForm } from './error-responses.ts'
import type { Context } from './list-page.ts'
import {
  markedUrl,
  removeReport,
  removeWebsite,
  type StoredReport,
  storeReport,
  type WriteContext,
} from './store-report.ts'

type WriteOptions = { page: string | null; isReadOnly: boolean }

/**
 * Creates a report, changes a privacy and restores it, then deletes what it created, even after an error. `sendCleanup`
 * still works after the user has stopped the check. Adds to `left` what could not be cleaned up.
 */
export async function checkWrites(
  context: Context & Pick<WriteContext, 'sendCleanup'> & { left: string[] },
  { page, isReadOnly }: WriteOptions,
) {
  const { add, left } = context
  if (isReadOnly) return add('Writes', 'writes', 'unknown', 'Not tried: this key is read-only.')
  if (page === null)
    return add('Writes', 'writes', 'unknown', 'Not tried: there is no page to analyse. Choose one with --url.')
  const cleanup = createCleanup()
  const writing = { ...context, cleanup }
  try {
    await checkEmptyForm(context)
    const stored = await storeReport(writing, markedUrl(page))
    if (stored) {
      await checkPrivacyChange(writing, stored)
      await removeReport(writing, stored)
      await removeWebsite(writing, stored)
    }
  } finally {
    left.push(...(await cleanup.run()))
    if (left.length > 0) add('Writes', 'clean-up', 'wrong', `Failed for ${left.join('; ')}.`)
    else add('Writes', 'clean-up', 'as specified', 'Everything created was deleted.')
  }
}

const name = 'PUT websites/{id}'

/**
 * Changes a website's privacy and restores it. A private website never becomes public, and one with a password is not
 * changed, because its password could not be restored.
 */
async function checkPrivacyChange({ send, sendCleanup, add, cleanup }: WriteContext, { websiteId }: StoredReport) {
  if (websiteId === null) return add('Writes', name, 'unknown', 'Not tried: the report has no website_id.')
  const before = await readWebsite(send, websiteId)
  if (!before || before.privacy === null)
    return add('Writes', name, 'unknown', 'Not tried: the website has no privacy value.')
  if (before.privacy === privacies.password)
    return add('Writes', name, 'unknown', "Not tried: the website's password couldn't be restored.")
  const back = { privacy: String(before.privacy), ...(before.findable && { findable: '1' }) }
  const [wanted, form] = changeFrom(before.privacy)
  const change = `the privacy of website ${websiteId}, which was ${privacyLabels[before.privacy]}`
  cleanup.add(
    change,
    async () =>
      'json' in jsonOf(await sendCleanup('PUT', `/websites/${websiteId}`, { form: back })) &&
      (await readWebsite(sendCleanup, websiteId))?.privacy === before.privacy,
  )
  const put = jsonOf(await send('PUT', `/websites/${websiteId}`, { form }))
  const after = 'json' in put ? await readWebsite(send, websiteId) : undefined
  if ('why' in put) add('Writes', name, 'wrong', put.why)
  else if (after?.privacy !== wanted)
    add(
      'Writes',
      name,
      'wrong',
      `Success reported, but the website is ${after?.privacy == null ? 'unreadable' : privacyLabels[after.privacy]}, not ${privacyLabels[wanted]}.`,
    )
  const restored = await send('PUT', `/websites/${websiteId}`, { form: back })
  const now = await readWebsite(send, websiteId)
  if (now?.privacy === before.privacy) cleanup.remove(change)
  if ('why' in put || after?.privacy !== wanted) return
  add(
    'Writes',
    name,
    now?.privacy === before.privacy ? 'as specified' : 'wrong',
    now?.privacy === before.privacy
      ? `From ${privacyLabels[before.privacy]} to ${privacyLabels[wanted]} and back.`
      : `Changed, but not restored${restored.ok ? ` (${restored.status})` : ''}.`,
  )
}

/** Returns a change that shows nothing more to anyone: Public becomes Private, and Private becomes Password. */
function changeFrom(now: Privacy): [Privacy, Record<string, string>] {
  if (now === privacies.private)
    return [
      privacies.password,
      { privacy: String(privacies.password), password: randomBytes(18).toString('base64url') },
    ]
  return [privacies.private, { privacy: String(privacies.private) }]
}

async function readWebsite(send: Send, id: number): Promise<Website | undefined> {
  const got = jsonOf(await send('GET', `/websites/${id}`))
  if ('why' in got) return undefined
  try {
    return readItem(Website, got.json)
  } catch {
    return undefined
  }
}
