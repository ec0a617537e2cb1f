import { counted, grouped } from '#contract/format/numbers.ts'
import type { FindingStatus, Waiver } from '#contract/reports/findings.ts'
import { roundScore } from '#contract/reports/rating.ts'
import { formatUtcDay } from '#web/ui/time.tsx'

const placeOf = ({ scope, target }: Pick<Waiver, 'scope' | 'target'>) =>
  scope === 'page' ? 'this page' : scope === 'group' ? `all pages in ${target ?? ''}` : 'the whole website'

/** The words for decisions about findings, waivers and plans. */
export const findingWords = {
  status: {
    open: 'Open',
    in_progress: 'In progress',
    fixed: 'Fixed',
    ignored: 'Ignored',
  } satisfies Record<FindingStatus, string>,
  /** “In progress · Ann” */
  state: (status: FindingStatus, back: boolean, assignee: string | null) =>
    [findingWords.status[status], back && 'back', assignee].filter(Boolean).join(' · '),
  statusFilter: 'Status',
  anyStatus: 'Any',
  withStatus: (status: FindingStatus, count: number) => `${findingWords.status[status]} (${count})`,
  statusOf: (name: string, state: string) => `Status of ${name}: ${state}`,
  markFixed: 'Mark fixed',
  ignore: 'Not an issue…',
  assignee: 'Assign…',
  assign: 'Assign',
  assignTitle: (name: string) => `Assign “${name}”`,
  assignIssues: (count: number) => `Assign ${counted(count, 'issue')}`,
  assigned: (isAssigned: boolean, count: number) =>
    `${isAssigned ? 'Assigned' : 'Assignee removed'} on ${counted(count, 'page')}`,
  removeWaiver: (waiver: Waiver) => `Remove waiver for ${placeOf(waiver)}`,
  waived: 'Waived',
  waivedForVisitors: 'The owner of this report decided that this isn’t an issue.',
  /** “Waived for this page by Ann until 31 Dec 2026: By design” */
  waivedBy: (waiver: Waiver) =>
    `Waived for ${placeOf(waiver)} by ${waiver.author}${waiver.expires_on === null ? '' : ` until ${findingWords.day(waiver.expires_on)}`}: ${waiver.reason}`,
  day: (iso: string) => formatUtcDay(new Date(iso)),

  waiverTitle: (name: string) => `Waive “${name}”`,
  waiverLead: 'Waived issues stay in the report, but don’t count in the website’s figures.',
  where: 'Where',
  places: { page: 'This page', website: 'The whole website' },
  group: (group: string) => `All pages in ${group}`,
  waive: 'Waive issue',
  cancel: 'Cancel',
  notSaved: 'Couldn’t save the change.',
  waiveChosen: 'Waive…',
  setStatus: 'Set status',
  chosenPages: (count: number) => (count === 1 ? 'The selected page' : `The ${grouped(count)} selected pages`),
  waivedPages: (count: number) => `Issue waived on ${counted(count, 'page')}`,
  statusSet: (status: FindingStatus, count: number) =>
    `Status set to ${findingWords.status[status]} on ${counted(count, 'page')}`,
  undo: 'Undo',
  undone: 'Change undone',

  plan: (name: string) => `Plan to fix ${name}`,
  planTitle: 'See the score if you fix this',
  planBar: 'Plan',
  ifFixed: (count: number) => (count === 1 ? 'If you fix this: ' : `If you fix these ${count}: `),
  ifFixedEverywhere: (count: number, findable: number) => {
    const plan = count === 1 ? 'If you fix this: ' : `If you fix these ${grouped(count)}: `
    return findable === 0
      ? `${plan}average `
      : `${plan}${counted(findable, 'page becomes', 'pages become')} findable, average `
  },
  change: (from: number, to: number) => `${roundScore(from)} → ${roundScore(to)}`,
  clear: 'Clear',
  copy: 'Copy link',
  copied: 'Link copied',
}
