import { tableFeatures } from '@tanstack/react-table'

/**
 * The tables use the library's columns, headings, rows and cells. The server sorts and pages, and the URL holds that
 * state, so the library's features for it are left out.
 */
export const features = tableFeatures({
  columnMeta: {} as {
    /** The class of the column's cells and heading. */
    className?: string | undefined
    /** The sort key of this column and its first direction. */
    sort?: { by: string; first: 'asc' | 'desc' }
    /** Hidden by default. */
    optional?: true
    /** Always shown. */
    fixed?: true
    /** A part of the cell that can be hidden by itself. */
    part?: { name: string; label: string }
    /** The heading for screen readers if none is visible. */
    hiddenHeading?: boolean
  },
})

export type Features = typeof features
