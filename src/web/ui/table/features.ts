import { tableFeatures } from '@tanstack/react-table'

/**
 * What the tables use of the library: its columns, headings, rows and cells. Sorting and paging are the server's, and
 * their state is the address, so that the features for them would only be a second place for it.
 */
export const features = tableFeatures({
  columnMeta: {} as {
    /** The class of the column's cells, heading included. */
    className?: string | undefined
    /** The list can be sorted by this column: by which key, and in which direction first. */
    sort?: { by: string; first: 'asc' | 'desc' }
    /** Shown only where somebody asks for it. */
    optional?: true
    /** The words of a heading that is not shown, for those who hear the table. */
    hiddenHeading?: boolean
  },
})

export type Features = typeof features
