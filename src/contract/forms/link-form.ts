import * as z from 'zod'
import { optionalTrimmed, refusal } from './form.ts'
import { idField } from './id-forms.ts'
import { LinkOptions } from './link-options.ts'
import { listAndQuery, queryOfList } from './view-forms.ts'

/** What a share link shows. The query of a view becomes the one that the view would keep. */
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

/** A share link to create. Whether its target exists is checked when it is created. */
export const NewLinkForm = z.intersection(LinkTarget, LinkOptions).superRefine(
  (value, { issues }) => {
    const { kind, mode, layout, can_check: canCheck } = value as Record<string, unknown>
    const isList = kind === 'website' || kind === 'view'
    if (mode === 'frozen' && isList) issues.push(refusal('not_allowed', mode, { path: ['mode'] }))
    const isPage = kind === 'report' && mode === 'live' && layout === 'page'
    if (canCheck === true && !isPage) issues.push(refusal('not_allowed', canCheck, { path: ['can_check'] }))
  },
  { when: () => true },
)
export type NewLinkFields = z.output<typeof NewLinkForm>
