import { checkCatalogue, nameOfIssue } from '#analyser/describe-checks.ts'
import type { Client, ClientIssue } from '#contract/access/clients.ts'
import { compareIssues } from '#contract/reports/issue-order.ts'
import type { ClientRecord } from '#service/store/clients.ts'
import type { IssueOfClient } from '#service/store/lists/client-issues.ts'

export const presentClient = ({ archived, shows_clicks, ...client }: ClientRecord): Client => ({
  ...client,
  archived: archived === 1,
  clicks: shows_clicks === 1,
})

const checks = new Map(checkCatalogue().map((check) => [check.id, check]))

/** Presents issues in the order in which to fix them. Those of checks that no longer exist are left out. */
export const presentClientIssues = (issues: readonly IssueOfClient[]): ClientIssue[] =>
  issues
    .flatMap((issue) => {
      const info = checks.get(issue.check)
      const problem = nameOfIssue(issue.check, '')
      return info && problem !== null ? [{ ...info, ...issue, problem, affected: issue.pages, points: 0 }] : []
    })
    .toSorted(compareIssues)
    .map(({ check, problem, importance, websites, pages }) => ({ check, problem, importance, websites, pages }))
