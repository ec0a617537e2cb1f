import { pageIssues } from '#analyser/page-state.ts'
import type { ReadIssues } from '#service/store/reports.ts'

/** Returns the issues of a stored report, as they are stored for its page. */
export const readIssues: ReadIssues = ({ evaluation, facts: { response } }) =>
  pageIssues(evaluation.results, [response.finalUrl, response.askedUrl])
