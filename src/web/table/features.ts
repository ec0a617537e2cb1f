import { rowSortingFeature, tableFeatures } from '@tanstack/react-table'

/** What the tables use of the library. Sorting and paging are the server's; only the sort's state is kept here. */
export const features = tableFeatures({
  rowSortingFeature,
  columnMeta: {} as {
    /** The class of the column's cells, heading included. */
    className?: string | undefined
    /** The words of a heading that is not shown, for those who hear the table. */
    hiddenHeading?: boolean
  },
})

export type Features = typeof features
