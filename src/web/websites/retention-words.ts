import { maxCountedExpired, maxKeptReports } from '#contract/retention.ts'
import { grouped } from '#web/ui/text.ts'

const reports = (count: number) => (count === 1 ? '1 report' : `${grouped(count)} reports`)
/** Beyond a limit, the server stops counting. */
const counted = (count: number) => (count >= maxCountedExpired ? `${grouped(count)} reports or more` : reports(count))

/** How many reports a website keeps. */
export const retentionWords = {
  title: 'Reports to keep',
  keep: 'Keep',
  choices: { all: 'All reports', last: 'The latest of each page' },
  allText: 'No report is deleted automatically.',
  number: 'Reports per page',
  hint: 'The last report of each month is always kept, and so are reports with a working share link.',
  invalid: `Enter a whole number from 1 to ${grouped(maxKeptReports)}.`,
  counting: 'Counting reports…',
  effect: (count: number) =>
    count === 0
      ? 'No report is deleted now. Later on, older ones are deleted as pages get new reports.'
      : `This permanently deletes ${counted(count)} now. Later on, older ones are deleted as pages get new reports.`,
  save: (count: number) => (count === 0 ? 'Save' : `Save and delete ${counted(count)}`),
  cancel: 'Cancel',
  saved: 'Setting saved',
}
