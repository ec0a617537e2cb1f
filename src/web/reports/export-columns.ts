import { ratingTable } from '#contract/rating.ts'
import { type ReportRow, ratingOfReport } from '#contract/report-row.ts'
import type { ExportColumns } from '#web/list/resource.ts'

/** The headings of an export. */
const words = {
  id: 'Report',
  url: 'URL',
  website: 'Website',
  title: 'Title',
  score: 'Score',
  rating: 'Rating',
  previous: 'Previous score',
  mainIssue: 'Main issue',
  created: 'Date created',
}

export const reportExportColumns: ExportColumns<ReportRow> = [
  [words.id, ({ id }) => id],
  [words.url, ({ url }) => url],
  [words.website, ({ domain }) => domain],
  [words.title, ({ title }) => title],
  [words.score, ({ score }) => score],
  [
    words.rating,
    (report) => {
      const rating = ratingOfReport(report)
      return rating && ratingTable[rating].label
    },
  ],
  [words.previous, ({ previous_score }) => previous_score],
  [words.mainIssue, ({ main_issue, main_issue_name }) => main_issue_name ?? main_issue],
  [words.created, ({ created_at }) => created_at],
]
