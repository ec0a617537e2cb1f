import * as z from 'zod'
import { grouped } from '../format/numbers.ts'
import { orList } from '../lists/query-params.ts'
import {
  type AnyWebsite,
  maxKeptReports,
  maxPasswordLength,
  privacies,
  type Privacy,
  PrivacyValue,
  privacyValues,
} from '../websites/website.ts'
import {
  type FieldProblem,
  flagField,
  optional,
  optionalTrimmed,
  rawTextField,
  refusal,
  wholeNumberField,
  withMessages,
} from './form.ts'

/** A password to set. */
export const NewPassword = rawTextField(maxPasswordLength)
export const passwordMessages = {
  otherwise: `Enter a password of 1 to ${maxPasswordLength} characters.`,
  required: 'Enter a password.',
}

const privacyField = z
  .transform((text): Privacy | unknown => privacyValues.find((value) => String(value) === text) ?? text)
  .pipe(PrivacyValue)

const websiteMessages = {
  findable: { otherwise: 'Use 1 or 0.', not_allowed: 'Search engines can only list a public website (privacy 0).' },
  privacy: {
    otherwise: `Choose ${orList(privacyValues)}.`,
    one_required: 'Choose a privacy or enter a password.',
  },
  password: {
    ...passwordMessages,
    not_allowed: 'Only a password-protected website (privacy 2) has a password.',
  },
}

/** A change of a website's privacy, password or search visibility. At least one field is needed. */
export const WebsiteForm = withMessages(
  z
    .object({
      findable: optionalTrimmed(flagField),
      privacy: optionalTrimmed(privacyField),
      password: optional(NewPassword),
    })
    .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
      error: 'one_required',
      path: ['privacy'],
      when: () => true,
    }),
  websiteMessages,
)
export type WebsiteChange = z.output<typeof WebsiteForm>

/** The access to a website. Null if a server doesn't report it. */
export type WebsiteAccess = Pick<AnyWebsite, 'privacy' | 'has_password' | 'findable'>

/** Returns null if the server doesn't report it. */
export const passwordIsSet = ({ privacy, has_password }: Pick<WebsiteAccess, 'privacy' | 'has_password'>) =>
  privacy === null || privacy === privacies.password ? has_password : false

/** The effect of a change on visitors and search engines. */
export type Consequence =
  | 'opens'
  | 'opens-listed'
  | 'opens-with-password'
  | 'locks'
  | 'closes'
  | 'new-password'
  | 'listed'
  | 'unlisted'

type AccessChange<Known> = {
  /** Null if it is neither known nor chosen. */
  privacy: Privacy | Known
  /** A website that stops being public is delisted, and stays delisted when it becomes public again. */
  findable: boolean
  password: 'kept' | 'new' | 'none'
  /** True if a password stops working. */
  endsPassword: boolean
  /** Null if nothing changes. */
  consequence: Consequence | null
  problem: FieldProblem | null
}

/** Returns the access to a website after a change. */
export function changeAccess<Known extends Privacy | null>(
  before: WebsiteAccess & { privacy: Known },
  change: WebsiteChange,
): AccessChange<Known> {
  const privacy: Privacy | Known = change.privacy ?? before.privacy
  const hasNewPassword = Boolean(change.password)
  const findable = privacy === privacies.public && (change.findable ?? before.findable ?? false)
  const password = hasNewPassword ? 'new' : privacy === privacies.password ? 'kept' : 'none'
  return {
    privacy,
    findable,
    password,
    endsPassword: hadPassword(before) && password !== 'kept',
    consequence: consequenceOf(before, { privacy, findable, hasNewPassword }),
    problem: problemOf(before, change, privacy),
  }
}

const hadPassword = (before: WebsiteAccess) => passwordIsSet(before) ?? before.privacy === privacies.password

function problemOf(before: WebsiteAccess, change: WebsiteChange, privacy: Privacy | null): FieldProblem | null {
  const hasPassword = Boolean(change.password)
  if (hasPassword && privacy !== privacies.password) return { field: 'password', code: 'not_allowed' }
  if (!hasPassword && privacy === privacies.password && passwordIsSet(before) === false)
    return { field: 'password', code: 'required' }
  if (change.findable && privacy !== privacies.public) return { field: 'findable', code: 'not_allowed' }
  return null
}

function consequenceOf(
  before: WebsiteAccess,
  { privacy, findable, hasNewPassword }: { privacy: Privacy | null; findable: boolean; hasNewPassword: boolean },
): Consequence | null {
  const isSame = privacy === before.privacy
  const wasPublic = before.privacy === privacies.public
  if (privacy === privacies.public) {
    if (!isSame) return findable ? 'opens-listed' : 'opens'
    return findable === (before.findable ?? false) ? null : findable ? 'listed' : 'unlisted'
  }
  if (privacy === privacies.private) return isSame ? null : 'closes'
  if (privacy === null || (isSame && !hasNewPassword)) return null
  if (hasNewPassword && hadPassword(before)) return 'new-password'
  return wasPublic ? 'locks' : 'opens-with-password'
}

/** A website as a person edits it. The password counts with privacy 2 alone, `findable` with privacy 0. */
export const websiteDraft = (before: WebsiteAccess) =>
  withMessages(
    z
      .preprocess((fields) => {
        const { privacy, password, findable } = fields as Record<string, string>
        return {
          privacy,
          ...(privacy === String(privacies.password) && { password }),
          ...(privacy === String(privacies.public) && { findable }),
        }
      }, WebsiteForm)
      .superRefine((change, { issues }) => {
        const { problem } = changeAccess(before, change)
        if (problem) issues.push(refusal(problem.code, change, { path: [problem.field] }))
      }),
    websiteMessages,
  )

const retentionMessages = {
  keep: {
    label: 'Reports per page',
    hint: 'We always keep the last report of each month and reports with an active share link.',
    otherwise: `Enter a whole number from 1 to ${grouped(maxKeptReports)}, or leave it blank.`,
  },
}

/** The number of reports kept for each page. Absent or empty: all. */
export const RetentionForm = withMessages(
  z.object({ keep: optionalTrimmed(wholeNumberField(1, maxKeptReports)) }),
  retentionMessages,
)

/** The same as a person chooses it: all, or a number, which can't be blank then. */
export const RetentionDraft = withMessages(
  z.preprocess((fields) => {
    const { choice, keep = '' } = fields as Record<string, string>
    return { keep: choice === 'all' ? '' : keep.trim() || 'none' }
  }, RetentionForm),
  retentionMessages,
)
