/** The words for choosing a list's columns. */
export const columnsWords = {
  title: 'Columns and density',
  columns: 'Columns',
  density: 'Rows',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  kept: 'Kept in this browser, for this server.',
  reset: 'As it was',
  done: 'Done',
}
