import * as z from 'zod'
import { orList } from '../lists/query-params.ts'
import { viewLists } from '../lists/views.ts'
import { linkKinds, linkLayouts, linkModes, maxLinkLabel } from '../sharing/links.ts'
import {
  choiceOf,
  expiryField,
  expiryMessages,
  flagField,
  idField,
  labelField,
  labelMessage,
  optional,
  optionalTrimmed,
  refusal,
  withDefault,
  withMessages,
} from './form.ts'
import { listAndQuery, queryMessages, queryOfList } from './view-forms.ts'
import { NewPassword, passwordMessages } from './website-form.ts'

/** The target of a share link. A view's query is normalised as for saving. */
export const LinkTarget = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('report'), report_id: idField, compare_id: optionalTrimmed(idField) }),
    z.object({ kind: z.literal('website'), website_id: idField }),
    z.object({ kind: z.literal('view'), ...listAndQuery }).check(queryOfList),
  ],
  { error: ({ input }) => ((input as { kind?: string }).kind ? 'invalid_choice' : 'required') },
)
export type LinkTarget = z.output<typeof LinkTarget>

/** The fields of a new share link that a person fills in. */
export const LinkOptions = z.object({
  mode: withDefault(choiceOf(linkModes), 'live'),
  layout: withDefault(choiceOf(linkLayouts), 'page'),
  label: labelField(maxLinkLabel),
  expires_at: expiryField,
  password: optional(NewPassword),
  /** True if visitors can check the page again. */
  can_check: optional(flagField),
  /** True if visitors see Google’s clicks. */
  clicks: optional(flagField),
})

export const linkOptionMessages = {
  mode: { otherwise: `Choose ${orList(linkModes)}.`, not_allowed: 'Only the link of a report can be frozen.' },
  layout: `Choose ${orList(linkLayouts)}.`,
  label: {
    label: 'Label',
    hint: 'Optional. Helps you recognise the link. Visitors can see it.',
    otherwise: labelMessage(maxLinkLabel),
  },
  expires_at: expiryMessages,
  password: passwordMessages,
  can_check: {
    otherwise: 'Use 0 or 1.',
    not_allowed: 'Visitors can only check the page of a live report.',
  },
  clicks: 'Use 0 or 1.',
}

/** A share link to create. Whether its target exists is checked when it is created. */
export const NewLinkForm = withMessages(
  z.intersection(LinkTarget, LinkOptions).superRefine(
    (value, { issues }) => {
      const { kind, mode, layout, can_check: canCheck } = value as Record<string, unknown>
      const isList = kind === 'website' || kind === 'view'
      if (mode === 'frozen' && isList) issues.push(refusal('not_allowed', mode, { path: ['mode'] }))
      const isPage = kind === 'report' && mode === 'live' && layout === 'page'
      if (canCheck === true && !isPage) issues.push(refusal('not_allowed', canCheck, { path: ['can_check'] }))
    },
    { when: () => true },
  ),
  {
    kind: `Choose ${orList(linkKinds)}.`,
    report_id: 'Enter the ID of a report.',
    compare_id: 'Enter the ID of an earlier report of the same URL.',
    website_id: 'Enter the ID of a website.',
    list: `Choose ${orList(viewLists)}.`,
    query: queryMessages,
    ...linkOptionMessages,
  },
)
export type NewLinkFields = z.output<typeof NewLinkForm>
