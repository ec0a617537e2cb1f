import type { Report } from '#contract/report.ts'

/** The report as a file: exactly what was read from the server, under a name that sorts. */
export function reportFile(report: Report): { name: string; text: string } {
  return { name: `report-${report.id}.json`, text: `${JSON.stringify(report, null, 2)}\n` }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign]!)

/** A link for places that take rich text. Both parts may hold what a stranger's page chose. */
export const richLink = (href: string, text: string) => `<a href="${escaped(href)}">${escaped(text)}</a>`
