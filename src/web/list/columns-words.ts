/** The dialog of columns and row height. */
export const columnsWords = {
  title: 'Columns and row height',
  columns: 'Columns',
  density: 'Row height',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  kept: 'Saved in this browser, for this server only.',
  reset: 'Reset to default',
  done: 'Done',
}
