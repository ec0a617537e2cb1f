import type { AnyReport } from '#contract/any-report.ts'

/** The report as a file: exactly what the server sent, under a name that sorts. Throws where that is nested too deep to be written. */
export function reportFile(report: AnyReport): { name: string; text: string } {
  return { name: `report-${report.id}.json`, text: `${JSON.stringify(report.sent, null, 2)}\n` }
}
