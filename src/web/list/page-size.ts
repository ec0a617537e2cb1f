import { type PageSize, pageSizes } from '#contract/list-query.ts'

/**
 * The number of rows under an address without a page or a page size: the one last chosen in this browser, else as many
 * as fill the screen, which `public/early.js` counts.
 */
export function preferredPageSize(): PageSize {
  const rows = Number(globalThis.document?.documentElement.dataset['rows'])
  return pageSizes.find((size) => size === rows) ?? 10
}
