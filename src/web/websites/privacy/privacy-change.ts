import { type Privacy, privacies, type Website } from '#contract/website.ts'
import { isTooLong } from '../password.ts'

/** Nothing is chosen while the server does not say what is now. `findable` left out is as it was. */
export type PrivacyDraft = { privacy: Privacy | null; password: string; findable?: boolean }

/** Null where the server does not say. */
export const passwordIsSet = ({ privacy, has_password }: Pick<Website, 'privacy' | 'has_password'>) =>
  privacy === null || privacy === privacies.password ? has_password : false

export const isChanged = (website: Website, draft: PrivacyDraft) =>
  draft.privacy !== website.privacy ||
  (draft.privacy === privacies.password && draft.password !== '') ||
  findableChange(website, draft) !== undefined

/** Whether search engines may find it from now on; undefined where that stays as it is. Only a public website is found. */
export function findableChange(website: Website, { privacy, findable }: PrivacyDraft): boolean | undefined {
  return privacy !== privacies.public || findable === undefined || findable === (website.findable ?? false)
    ? undefined
    : findable
}

/** What saving the draft would do to those who read without a key; null when it would change nothing. */
export type Consequence =
  | 'opens'
  | 'opens-listed'
  | 'opens-with-password'
  | 'locks'
  | 'closes'
  | 'new-password'
  | 'listed'
  | 'unlisted'
  | null

export function consequenceOf(website: Website, draft: PrivacyDraft): Consequence {
  if (!isChanged(website, draft)) return null
  if (draft.privacy === privacies.public) {
    const findable = findableChange(website, draft)
    if (findable === true) return website.privacy === privacies.public ? 'listed' : 'opens-listed'
    return website.privacy === privacies.public ? 'unlisted' : 'opens'
  }
  if (draft.privacy === privacies.private) return 'closes'
  if (draft.password !== '' && hadPassword(website)) return 'new-password'
  return website.privacy === privacies.public ? 'locks' : 'opens-with-password'
}

const hadPassword = (website: Website) =>
  passwordIsSet(website) === true || (website.privacy === privacies.password && website.has_password !== false)

export type PasswordProblem = 'missing' | 'too-long' | null

export function passwordProblem(website: Website, { privacy, password }: PrivacyDraft): PasswordProblem {
  if (privacy !== privacies.password) return null
  if (password === '') return passwordIsSet(website) === false ? 'missing' : null
  return isTooLong(password) ? 'too-long' : null
}

type Loaded = Website & { etag: string | null }

/** What the website, read again, says of a change whose answer never came. A password is seen only in what else has changed. */
export function outcomeOf(
  base: Loaded,
  now: Loaded,
  draft: PrivacyDraft,
): 'saved' | 'not-saved' | 'unknown' | 'password-unknown' {
  if (now.privacy === null) return 'unknown'
  if (isChanged(now, { ...draft, password: '' })) return 'not-saved'
  const onlyPassword =
    draft.privacy === privacies.password && draft.password !== '' && base.privacy === privacies.password
  if (!onlyPassword) return 'saved'
  if (base.etag === null || now.etag === null) return 'password-unknown'
  return base.etag === now.etag ? 'not-saved' : 'saved'
}
