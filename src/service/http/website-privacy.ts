import type { Kysely } from 'kysely'
import { orList } from '#contract/query-params.ts'
import { maxPasswordLength, type Privacy, privacies, privacyValues } from '#contract/website.ts'
import { hashPassword } from '#service/access/passwords.ts'
import type { Schema } from '#service/store/schema.ts'
import { findWebsite, setPrivacy, type WebsiteRecord } from '#service/store/websites.ts'
import { entityTag, isMatch } from './entity-tag.ts'
import type { Fields } from './fields.ts'
import { notFound, preconditionFailed, unprocessable } from './problem.ts'

/** The same object twice when there was nothing to change. */
type Changed = { before: WebsiteRecord; website: WebsiteRecord }

type Wish = { privacy: Privacy | undefined; password: string | undefined; findable: boolean | undefined }

/**
 * Changes who may see a website. Each try writes only if nobody else did since it read, so that a rule judged on the old
 * state (a password is set) never meets a new one; without If-Match it simply tries again, and the last write wins.
 */
export async function changePrivacy(
  db: Kysely<Schema>,
  id: number,
  fields: Fields,
  ifMatch?: string,
): Promise<Changed> {
  const found = await findWebsite(db, id)
  if (!found) throw notFound()
  if (!isMatch(ifMatch, entityTag(found))) throw preconditionFailed()
  const wish = readWish(fields)
  const privacy = judge(wish, found)
  const findable = judgeFindable(wish, found, privacy)
  if (privacy === found.privacy && !wish.password && findable === (found.findable === 1))
    return { before: found, website: found }

  const passwordHash = wish.password
    ? await hashPassword(wish.password)
    : privacy === privacies.password
      ? found.passwordHash
      : null
  if (!(await setPrivacy(db, found, { privacy, passwordHash, findable }))) return changePrivacy(db, id, fields, ifMatch)
  const website = await findWebsite(db, id)
  if (!website) throw notFound()
  return { before: found, website }
}

function readWish(fields: Fields): Wish {
  const [given, password] = [fields.get('privacy')?.trim() || undefined, fields.get('password') || undefined]
  const privacy = privacyValues.find((value) => String(value) === given)
  const search = fields.get('findable')?.trim() || undefined
  const findable = search === undefined ? undefined : yesOrNo.get(search)
  const wrong: Record<string, string[]> = {}
  if (search !== undefined && findable === undefined) wrong['findable'] = ['findable must be 1 or 0.']
  if (given === undefined && password === undefined && search === undefined)
    wrong['privacy'] = ['privacy or password is needed.']
  if (given !== undefined && privacy === undefined) wrong['privacy'] = [`privacy must be ${orList(privacyValues)}.`]
  if (password !== undefined && !isPassword(password)) {
    wrong['password'] = [`password must be text of 1 to ${maxPasswordLength} characters.`]
  }
  if (Object.keys(wrong).length > 0) throw unprocessable(wrong)
  return { privacy, password, findable }
}

/** The privacy that is to be, when wish and website allow it. */
function judge({ privacy, password }: Wish, website: WebsiteRecord): Privacy {
  const next = privacy ?? website.privacy
  if (password && next !== privacies.password) {
    throw unprocessable({ password: ['password can only be set together with privacy 2, or while the privacy is 2.'] })
  }
  if (next === privacies.password && !password && website.passwordHash === null) {
    throw unprocessable({ password: ['password is needed: this website has none yet.'] })
  }
  return next
}

/** What is not public is not found, whatever was wished when it was; what becomes public is not, until that is wished. */
function judgeFindable({ findable }: Wish, website: WebsiteRecord, next: Privacy): boolean {
  if (next === privacies.public) return findable ?? website.findable === 1
  if (findable) throw unprocessable({ findable: ['findable can only be 1 while the privacy is 0.'] })
  return false
}

const yesOrNo: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['0', false],
])

const isPassword = (text: string) => text.isWellFormed() && [...text].length <= maxPasswordLength
