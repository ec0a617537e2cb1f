import * as z from 'zod'
import { findingStatuses, maxOwner } from '../reports/page-findings.ts'
import { maxWaiverReason, maxWaiverTarget, waiverScopes } from '../reports/waivers.ts'
import { choiceOf, labelField, nameField, optional, refusal } from './form.ts'
import { idField } from './id-forms.ts'
import { lastDayField, WaiverOptions } from './waiver-options.ts'

/** A new waiver. Whether the website, the check and the target exist is checked when it is created. */
export const NewWaiverForm = z
  .object({
    website_id: idField,
    check: nameField(60),
    scope: choiceOf(waiverScopes),
    target: optional(nameField(maxWaiverTarget)),
    ...WaiverOptions.shape,
  })
  .superRefine(
    (value, { issues }) => {
      const { scope, target } = value as { scope?: string; target?: string }
      if (scope === 'website' && target !== undefined) issues.push(refusal('not_allowed', target, { path: ['target'] }))
      if ((scope === 'page' || scope === 'group') && target === undefined)
        issues.push(refusal('required', target, { path: ['target'] }))
    },
    { when: () => true },
  )

/**
 * A new status, a new owner, or both. An empty status changes nothing; an empty owner removes it. Ignoring a finding
 * creates a waiver of its page, which needs a reason.
 */
export const FindingForm = z
  .object({
    status: optional(choiceOf(findingStatuses)),
    owner: labelField(maxOwner).optional(),
    reason: optional(nameField(maxWaiverReason)),
    expires_on: lastDayField,
  })
  .superRefine(
    (value, { issues }) => {
      const { status, owner, reason, expires_on } = value as Record<string, string | undefined>
      if (status === undefined && owner === undefined)
        issues.push(refusal('one_required', status, { path: ['status'] }))
      if (status === 'ignored' && reason === undefined) issues.push(refusal('required', reason, { path: ['reason'] }))
      if (status === 'ignored') return
      if (reason !== undefined) issues.push(refusal('not_allowed', reason, { path: ['reason'] }))
      if (expires_on !== undefined) issues.push(refusal('not_allowed', expires_on, { path: ['expires_on'] }))
    },
    { when: () => true },
  )
export type FindingChange = z.output<typeof FindingForm>
