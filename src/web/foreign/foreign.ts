/**
 * The single entry of everything that exists because other servers respond differently. Import it dynamically only, so
 * that it is one chunk, which pages of our own service never load.
 */
export { ForeignCheckFields } from './check-fields.tsx'
export { ForeignReportParts, OtherFields } from './report-parts.tsx'
export { ListDeviations, type ListDeviationsProps } from './list-deviations.tsx'
export { UnreadableRows } from './unreadable-rows.tsx'
