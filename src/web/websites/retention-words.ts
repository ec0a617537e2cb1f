import { counted, grouped } from '#contract/format/numbers.ts'
import { maxCountedExpired, maxKeptReports } from '#contract/websites/retention.ts'

/** Beyond a limit, the server stops counting. */
const reports = (count: number) =>
  count >= maxCountedExpired ? `${grouped(count)} reports or more` : counted(count, 'report')

/** How many reports a website keeps. */
export const retentionWords = {
  title: 'Reports to keep',
  keep: 'Keep',
  choices: { all: 'All reports', last: 'The latest for each page' },
  allText: 'Reports are never deleted automatically.',
  number: 'Reports per page',
  hint: 'We always keep the last report of each month and reports with an active share link.',
  invalid: `Enter a whole number from 1 to ${grouped(maxKeptReports)}.`,
  counting: 'Counting reports…',
  effect: (count: number) =>
    count === 0
      ? 'No reports are deleted now. When pages get new reports, older ones are deleted.'
      : `This permanently deletes ${reports(count)} now. When pages get new reports, older ones are deleted.`,
  save: (count: number) => (count === 0 ? 'Save' : `Save and delete ${reports(count)}`),
  cancel: 'Cancel',
  saved: 'Setting saved',
}
