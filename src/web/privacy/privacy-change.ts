import { type Privacy, privacies, type AnyWebsite } from '#contract/websites/website.ts'
import { isTooLong } from './password.ts'

/** `privacy` is null until chosen, if the server does not report the current one. `findable` is absent if untouched. */
export type PrivacyDraft = {
  privacy: Privacy | null
  password: string
  /** The password was generated, so the user does not know it unless it was copied. */
  isGenerated?: boolean
  findable?: boolean
}

/** Returns null if the server does not report it. */
export const passwordIsSet = ({ privacy, has_password }: Pick<AnyWebsite, 'privacy' | 'has_password'>) =>
  privacy === null || privacy === privacies.password ? has_password : false

export const isChanged = (website: AnyWebsite, draft: PrivacyDraft) =>
  draft.privacy !== website.privacy ||
  (draft.privacy === privacies.password && draft.password !== '') ||
  findableChange(website, draft) !== undefined

/** Returns the new `findable` setting, or undefined if it stays the same. It applies to public websites only. */
export function findableChange(website: AnyWebsite, { privacy, findable }: PrivacyDraft): boolean | undefined {
  return privacy !== privacies.public || findable === undefined || findable === (website.findable ?? false)
    ? undefined
    : findable
}

/** What saving the draft changes for visitors and search engines. Null if it changes nothing. */
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

export function consequenceOf(website: AnyWebsite, draft: PrivacyDraft): Consequence {
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

const hadPassword = (website: AnyWebsite) =>
  passwordIsSet(website) === true || (website.privacy === privacies.password && website.has_password !== false)

export type PasswordProblem = 'missing' | 'too-long' | null

export function passwordProblem(website: AnyWebsite, { privacy, password }: PrivacyDraft): PasswordProblem {
  if (privacy !== privacies.password) return null
  if (password === '') return passwordIsSet(website) === false ? 'missing' : null
  return isTooLong(password) ? 'too-long' : null
}
