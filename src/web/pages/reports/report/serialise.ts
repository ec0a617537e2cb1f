import type { Report } from '#contract/report.ts'

/** The report as a file: exactly what was read from the server, under a name that sorts. */
export function reportFile(report: Report): { name: string; text: string } {
  return { name: `report-${report.id}.json`, text: `${JSON.stringify(report, null, 2)}\n` }
}
