import * as z from 'zod'
import { todayInUtc } from '../format/dates.ts'
import { grouped } from '../format/numbers.ts'
import { readId } from '../lists/list-query.ts'
import { day, orList } from '../lists/query-params.ts'
import {
  findingStatuses,
  maxFindingPages,
  maxOwner,
  maxWaiverReason,
  maxWaiverTarget,
  waiverScopes,
} from '../reports/findings.ts'
import { Id, maxCheckId } from '../values.ts'
import {
  because,
  choiceOf,
  idField,
  idsField,
  idsMessages,
  labelField,
  labelMessage,
  nameField,
  optional,
  optionalTrimmed,
  refusal,
  withMessages,
} from './form.ts'

/** The last day of a waiver: today or later, in UTC. */
export const lastDayField = optionalTrimmed(
  z
    .string()
    .refine((text) => day.schema.safeParse(text).success, because('invalid_time'))
    .refine((text) => !day.schema.safeParse(text).success || text >= todayInUtc(), because('in_the_past'))
    .meta({ format: 'date' }),
)

const lastDayMessages = {
  otherwise: 'Enter a day, such as 2027-01-31.',
  in_the_past: 'Choose today (UTC) or a later day.',
  not_allowed: 'Only an ignored issue has a last day.',
}

const reasonMessage = `Enter a reason of 1 to ${maxWaiverReason} characters, without line breaks or direction controls.`

const optionMessages = {
  reason: { label: 'Reason', hint: 'Your team sees it. Visitors don’t.', otherwise: reasonMessage },
  expires_on: { label: 'Until', hint: 'The last day, UTC. Leave blank for no end.', ...lastDayMessages },
}

/** The part of a new waiver that a person types. */
export const WaiverOptions = withMessages(
  z.object({ reason: nameField(maxWaiverReason), expires_on: lastDayField }),
  optionMessages,
)

/** Pages whose issue is waived or whose finding is changed. */
const pagesField = idsField(maxFindingPages, { repeats: true })

/**
 * A new waiver, or one of each page of `ids`. Whether the website, the check and the targets exist is checked when it
 * is created.
 */
export const NewWaiverForm = withMessages(
  z
    .object({
      website_id: idField,
      check: nameField(maxCheckId),
      scope: choiceOf(waiverScopes),
      target: optional(nameField(maxWaiverTarget)),
      ids: optional(pagesField),
      ...WaiverOptions.shape,
    })
    .superRefine(
      (value, { issues }) => {
        const { scope, target, ids } = value as { scope?: string; target?: string; ids?: number[] }
        if (target !== undefined && (scope === 'website' || ids !== undefined))
          issues.push(refusal('not_allowed', target, { path: ['target'] }))
        if (ids !== undefined && scope !== 'page') issues.push(refusal('not_allowed', ids, { path: ['ids'] }))
        if ((scope === 'page' || scope === 'group') && target === undefined && ids === undefined)
          issues.push(refusal('required', target, { path: ['target'] }))
      },
      { when: () => true },
    ),
  {
    website_id: 'Enter the ID of a website.',
    check: 'Enter the ID of a check.',
    scope: `Choose ${orList(waiverScopes)}.`,
    target: {
      otherwise: `Use ${grouped(maxWaiverTarget)} characters or fewer.`,
      required: 'Enter the URL of a page or a page group, because scope is page or group.',
      not_allowed: 'Leave this out, unless scope is page or group and ids is absent.',
    },
    ids: { ...idsMessages(maxFindingPages), not_allowed: 'Leave this out, unless scope is page.' },
    ...optionMessages,
  },
)

/** The ID of a person; empty for nobody. */
const assigneeField = z
  .transform((text) => (text === '' ? null : typeof text === 'string' ? (readId(text.trim()) ?? text) : text))
  .pipe(Id.nullable())
  .optional()

const findingFields = {
  status: optional(choiceOf(findingStatuses)),
  owner: labelField(maxOwner).optional(),
  assignee_id: assigneeField,
  reason: optional(nameField(maxWaiverReason)),
  expires_on: lastDayField,
}

const findingMessages = {
  status: { otherwise: `Choose ${orList(findingStatuses)}.`, one_required: 'Choose a status or an assignee.' },
  owner: {
    label: 'Assignee',
    hint: 'The person who fixes it. Leave blank if you don’t know yet.',
    otherwise: labelMessage(maxOwner),
  },
  assignee_id: {
    label: 'Assignee',
    hint: 'The person who fixes it.',
    otherwise: 'Send the ID of a person, or an empty text for no one.',
    not_found: 'Choose a person who is active.',
  },
  reason: {
    otherwise: reasonMessage,
    required: 'Enter a reason to ignore this issue.',
    not_allowed: 'Only an ignored issue has a reason.',
  },
  expires_on: lastDayMessages,
}

type FindingFields = Partial<Record<'ids' | keyof typeof findingFields, unknown>>

/** A change has at least one field. An ignored finding, and no other, has a reason and can have a last day. */
const checkFinding = z.superRefine<FindingFields>(
  ({ status, owner, assignee_id, reason, expires_on }, { issues }) => {
    if (status === undefined && owner === undefined && assignee_id === undefined)
      issues.push(refusal('one_required', status, { path: ['status'] }))
    if (status === 'ignored' && reason === undefined) issues.push(refusal('required', reason, { path: ['reason'] }))
    if (status === 'ignored') return
    if (reason !== undefined) issues.push(refusal('not_allowed', reason, { path: ['reason'] }))
    if (expires_on !== undefined) issues.push(refusal('not_allowed', expires_on, { path: ['expires_on'] }))
  },
  { when: () => true },
)

/**
 * A new status, a new assignee, or both. An empty status changes nothing; an empty assignee removes it. Ignoring a
 * finding creates a waiver of its page, which needs a reason.
 */
export const FindingForm = withMessages(z.object(findingFields).check(checkFinding), findingMessages)
export type FindingChange = z.output<typeof FindingForm>

/** Without pages, all open findings of the issue are meant, which can only be assigned. */
const checkPages = z.superRefine<FindingFields>(
  ({ ids, status, owner, assignee_id }, { issues }) => {
    const isAssignment = assignee_id !== undefined && status === undefined && owner === undefined
    if (ids === undefined && !isAssignment) issues.push(refusal('required', ids, { path: ['ids'] }))
  },
  { when: () => true },
)

/** The same for an issue of several pages of a website, or of all. */
export const PageFindingsForm = withMessages(
  z
    .object({ ids: pagesField.optional(), ...findingFields })
    .check(checkFinding)
    .check(checkPages),
  { ids: idsMessages(maxFindingPages), ...findingMessages },
)
