import { randomBytes } from 'node:crypto'
import { readItem } from '#contract/envelope.ts'
import { type Privacy, privacies, privacyLabels, Website } from '#contract/website.ts'
import { jsonOf } from './answer-words.ts'
import type { Ask } from './ask.ts'
import type { Stored } from './store-report.ts'
import type { Writing } from './writes.ts'

const name = 'PUT websites/{id}'

/**
 * Changes who may see a website, and back. A private one is never opened to anybody for it, and one with a password, which
 * nobody could set again, is left alone.
 */
export async function changePrivacy(writing: Writing, { websiteId }: Stored) {
  const { ask, undoing, note, undo } = writing
  if (websiteId === null)
    return note('Writes', name, 'not known', 'Not tried: the report does not say which website it belongs to.')
  const before = await readWebsite(ask, websiteId)
  if (!before || before.privacy === null)
    return note('Writes', name, 'not known', 'Not tried: the website does not say how it can be seen now.')
  if (before.privacy === privacies.password)
    return note('Writes', name, 'not known', 'Not tried: the password that the website has could not be set again.')
  const back = { privacy: String(before.privacy), ...(before.findable && { findable: '1' }) }
  const [wish, form] = wishFor(before.privacy)
  const done = `the privacy of website ${websiteId}, which was ${privacyLabels[before.privacy]}`
  undo.add(
    done,
    async () =>
      'json' in jsonOf(await undoing('PUT', `/websites/${websiteId}`, { form: back })) &&
      (await readWebsite(undoing, websiteId))?.privacy === before.privacy,
  )
  const put = jsonOf(await ask('PUT', `/websites/${websiteId}`, { form }))
  const after = 'json' in put ? await readWebsite(ask, websiteId) : undefined
  if ('why' in put) note('Writes', name, 'wrong', put.why)
  else if (after?.privacy !== wish)
    note(
      'Writes',
      name,
      'wrong',
      `Answered as done, but the website is ${after?.privacy == null ? 'not to be read' : privacyLabels[after.privacy]} and not ${privacyLabels[wish]}.`,
    )
  const restored = await ask('PUT', `/websites/${websiteId}`, { form: back })
  const now = await readWebsite(ask, websiteId)
  if (now?.privacy === before.privacy) undo.forget(done)
  if ('why' in put || after?.privacy !== wish) return
  note(
    'Writes',
    name,
    now?.privacy === before.privacy ? 'as specified' : 'wrong',
    now?.privacy === before.privacy
      ? `From ${privacyLabels[before.privacy]} to ${privacyLabels[wish]} and back.`
      : `Changed, but not back again${restored.ok ? ` (${restored.status})` : ''}.`,
  )
}

/** The safe way round: what is public becomes private for a moment, and what is private gets a password. */
function wishFor(now: Privacy): [Privacy, Record<string, string>] {
  if (now === privacies.private)
    return [
      privacies.password,
      { privacy: String(privacies.password), password: randomBytes(18).toString('base64url') },
    ]
  return [privacies.private, { privacy: String(privacies.private) }]
}

async function readWebsite(ask: Ask, id: number): Promise<Website | undefined> {
  const got = jsonOf(await ask('GET', `/websites/${id}`))
  if ('why' in got) return undefined
  try {
    return readItem(Website, got.json)
  } catch {
    return undefined
  }
}
