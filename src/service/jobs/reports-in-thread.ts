import type { Unreadable } from './analyser-worker.ts'

/**
 * Runs `task` of the analyser pool for all reports at once. If that exceeds a limit, runs it for each report alone. A
 * report that exceeds one by itself is unreadable.
 */
export async function runForReports<Stored extends { id: number }, Result>(
  task: (reports: Stored[]) => Promise<Result[]>,
  reports: Stored[],
): Promise<(Result | Unreadable)[]> {
  try {
    return await task(reports)
  } catch (error) {
    const [first, ...others] = reports
    if (first && others.length === 0) return [{ id: first.id, unreadable: (error as Error).message }]
    const results: (Result | Unreadable)[] = []
    for (const report of reports) results.push(...(await runForReports(task, [report])))
    return results
  }
}
