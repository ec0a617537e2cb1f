import { newerThanParams, reportListParams } from './list-query.ts'

const { website_id: _, ...websiteReportListParams } = { ...reportListParams, ...newerThanParams }

/** The parameters of the list of one website's reports. Not in list-query.ts, which the dashboard loads at once. */
export { websiteReportListParams }
