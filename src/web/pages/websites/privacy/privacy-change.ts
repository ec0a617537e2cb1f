import { type Privacy, privacies, type Website } from '#contract/website.ts'
import { isTooLong } from '#web/forms/password.ts'

/** `findable` left out is as it was. */
export type PrivacyDraft = { privacy: Privacy; password: string; findable?: boolean }

/** A website whose server does not say how private it is counts as Private. */
export const privacyOf = (website: Pick<Website, 'privacy'>): Privacy => website.privacy ?? privacies.private

export const passwordIsSet = (website: Pick<Website, 'privacy' | 'has_password'>) =>
  website.has_password && website.privacy === privacies.password

export const isChanged = (website: Website, draft: PrivacyDraft) =>
  draft.privacy !== privacyOf(website) || (draft.privacy === privacies.password && draft.password !== '') || findableChange(website, draft) !== undefined

/** Whether search engines may find it from now on; undefined where that stays as it is. Only a public website is found. */
export function findableChange(website: Website, { privacy, findable }: PrivacyDraft): boolean | undefined {
  return privacy !== privacies.public || findable === undefined || findable === (website.findable ?? false) ? undefined : findable
}

/** What saving the draft would do to those who read without a key; null when it would change nothing. */
export type Consequence = 'opens' | 'opens-listed' | 'opens-with-password' | 'locks' | 'closes' | 'new-password' | 'listed' | 'unlisted' | null

export function consequenceOf(website: Website, draft: PrivacyDraft): Consequence {
  if (!isChanged(website, draft)) return null
  if (draft.privacy === privacies.public) {
    const findable = findableChange(website, draft)
    if (findable === true) return privacyOf(website) === privacies.public ? 'listed' : 'opens-listed'
    return privacyOf(website) === privacies.public ? 'unlisted' : 'opens'
  }
  if (draft.privacy === privacies.private) return 'closes'
  if (passwordIsSet(website)) return 'new-password'
  return privacyOf(website) === privacies.public ? 'locks' : 'opens-with-password'
}

export type PasswordProblem = 'missing' | 'too-long' | null

export function passwordProblem(website: Website, { privacy, password }: PrivacyDraft): PasswordProblem {
  if (privacy !== privacies.password) return null
  if (password === '') return passwordIsSet(website) ? null : 'missing'
  return isTooLong(password) ? 'too-long' : null
}

type Loaded = Website & { etag: string | null }

/** What the website, read again, says of a change whose answer never came. A password is seen only in what else has changed. */
export function outcomeOf(base: Loaded, now: Loaded, draft: PrivacyDraft): 'saved' | 'not-saved' | 'password-unknown' {
  if (isChanged(now, { ...draft, password: '' })) return 'not-saved'
  const onlyPassword = draft.privacy === privacies.password && draft.password !== '' && privacyOf(base) === privacies.password
  if (!onlyPassword) return 'saved'
  if (base.etag === null || now.etag === null) return 'password-unknown'
  return base.etag === now.etag ? 'not-saved' : 'saved'
}
