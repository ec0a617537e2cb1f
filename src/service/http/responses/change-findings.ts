import type { Transaction } from 'kysely'
import { counted } from '#contract/format/numbers.ts'
import type { FindingChange } from '#contract/forms/waiver-forms.ts'
import type { FindingChanges, FindingStatus } from '#contract/reports/findings.ts'
import { assignIssue } from '#service/store/pages/assignees.ts'
import {
  findPages,
  type FindingPage,
  type FindingState,
  setFindingStates,
  statesOfIssue,
  withIssue,
} from '#service/store/pages/finding-states.ts'
import {
  coversPage,
  createWaivers,
  removeWaivers,
  type WaiverRecord,
  waiversOfIssue,
} from '#service/store/pages/waivers.ts'
import type { Schema } from '#service/store/schema.ts'
import { lockWebsite } from '#service/store/websites/website-counters.ts'
import { type InvalidField, notFound, Problem, unprocessable, waiverProblem } from '../problem.ts'

/** `where` is the rest of the website that the waiver also covers. */
export const waivedElsewhere = (where: string) =>
  new Problem('conflict', `This issue is waived for ${where}. Remove that waiver first.`)

type Tx = Transaction<Schema>
type Issue = { website_id: number; check: string }

/** Returns pages of a website with an issue. Throws an error that names the IDs of others. */
export async function pagesWithIssue(tx: Tx, { website_id, check }: Issue, ids: readonly number[]) {
  const pages = await findPages(tx, website_id, ids)
  const known = new Set(pages.map(({ id }) => id))
  const affected = await withIssue(tx, ids, check)
  const unknown = ids.filter((id) => !known.has(id))
  const others = ids.filter((id) => known.has(id) && !affected.has(id))
  const invalid: InvalidField[] = [
    ...refuse('not_found', unknown, 'This website has no page with ID'),
    ...refuse('not_allowed', others, `There is no issue with ${check} on the page with ID`),
  ]
  if (invalid.length > 0) throw unprocessable(invalid)
  return pages
}

/** IDs that an error names. */
const maxNamedIds = 20

function refuse(code: 'not_found' | 'not_allowed', ids: readonly number[], sentence: string): InvalidField[] {
  if (ids.length === 0) return []
  const named = ids.slice(0, maxNamedIds).join(', ')
  const more = ids.length > maxNamedIds ? ` and ${counted(ids.length - maxNamedIds, 'other')}` : ''
  return [{ field: 'ids', code, sentence: `${sentence} ${named}${more}.` }]
}

/** Assigns all open findings of an issue. Returns their number. */
export async function assignWholeIssue(tx: Tx, issue: Issue, assignee_id: number | null, by: string): Promise<number> {
  if (!(await lockWebsite(tx, issue.website_id))) throw notFound()
  return assignIssue(tx, issue, { assignee_id, at: new Date().toISOString(), by })
}

/** Changes the finding of an issue on pages of one website that have it. Returns how they had it before. */
export async function changeFindings(
  tx: Tx,
  issue: Issue,
  pages: readonly FindingPage[],
  change: FindingChange,
  by: string,
): Promise<FindingChanges['before']> {
  const { status, owner, assignee_id, reason = '', expires_on = null } = change
  const { website_id, check } = issue
  if (!(await lockWebsite(tx, website_id))) throw notFound()
  const at = new Date().toISOString()
  const day = at.slice(0, 10)
  const waivers = await waiversOfIssue(tx, issue, day)
  const ids = pages.map(({ id }) => id)
  const states = new Map((await statesOfIssue(tx, ids, check)).map((state) => [state.page_id, state]))
  const ofPages = pages.map((page) => ({ page, waivers: waivers.filter((waiver) => coversPage(waiver, page)) }))
  if (status !== undefined) {
    const covering = ofPages.flatMap((one) => one.waivers)
    const wider = covering.find(({ scope }) => scope !== 'page')
    if (wider && status !== 'ignored')
      throw waivedElsewhere(wider.scope === 'website' ? 'the whole website' : `the page group ${wider.target}`)
    await removeWaivers(
      tx,
      covering.flatMap(({ id, scope }) => (scope === 'page' ? id : [])),
    )
  }
  if (status === 'ignored') {
    const waiver = {
      website_id,
      check_id: check,
      scope: 'page',
      reason,
      author: by,
      created_at: at,
      expires_on,
    } as const
    const urls = pages.map(({ url }) => url)
    const result = await createWaivers(tx, waiver, urls, day)
    if ('refused' in result) throw waiverProblem(result)
  }
  const stored = status === 'ignored' ? 'open' : status
  await setFindingStates(tx, pages, check, { status: stored, owner: owner === '' ? null : owner, assignee_id, at, by })
  return groupBefore(ofPages.map(({ page, waivers }) => ({ page, waivers, state: states.get(page.id) })))
}

type Before = { page: FindingPage; waivers: readonly WaiverRecord[]; state: FindingState | undefined }

/** Joins the pages that had a finding in the same way. */
function groupBefore(pages: readonly Before[]): FindingChanges['before'] {
  const groups = Map.groupBy(
    pages.map(({ page, waivers, state }) => {
      const waiver = waivers.find(({ scope }) => scope === 'page')
      const status: FindingStatus = waiver ? 'ignored' : (state?.status ?? 'open')
      const { reason = null, expires_on = null } = waiver ?? {}
      return {
        id: page.id,
        status,
        owner: state?.owner ?? null,
        assignee_id: state?.assignee_id ?? null,
        reason,
        expires_on,
      }
    }),
    ({ id: _, ...rest }) => JSON.stringify(rest),
  )
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ id: _, ...rest }) => ({ ids: group.map(({ id }) => id), ...rest })),
  )
}
