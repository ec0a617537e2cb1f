import { hasKey, isShared } from '#web/data/session.ts'

/**
 * Fetches, while nothing else is to do, what the first page left out and what must be there without a network: the words
 * for failures, and all that opens over a page. What does not arrive is asked for again when it is needed.
 */
const parts = [
  () => import('./cache-limit.lazy.ts'),
  () => import('#web/analyse/analyse.lazy.ts'),
  () => import('#web/analyse/analyse-problem.lazy.tsx'),
  () => import('#web/analyse/pending-notice.lazy.tsx'),
  () => import('#web/analyse/elapsed.lazy.tsx'),
  () => import('./route-failure.lazy.tsx'),
  () => import('#web/session/key-dialog.tsx'),
  () => import('#web/list/hold-rows.lazy.ts'),
  () => import('./palette/palette.lazy.tsx'),
  () => import('./palette/shortcuts.lazy.tsx'),
  () => import('#web/views/save-view-dialog.lazy.tsx'),
  () => import('#web/list/list-notices.lazy.tsx'),
  () => import('#web/reports/report-menu.lazy.tsx'),
  () => import('#web/reports/reports-selection.lazy.tsx'),
  () => import('#web/reports/delete-with-undo.lazy.tsx').then(({ finishDeletions }) => finishDeletions()),
  () => import('#web/reports/empty-reports.lazy.tsx'),
  () => import('#web/list/filter-sheet.lazy.tsx'),
  () => import('#web/reports/report/report-failure.lazy.tsx'),
  () => import('#web/ui/copy-old-way.lazy.ts'),
  () => import('#web/ui/menu-list.tsx'),
  () => import('#web/ui/modal.tsx'),
  () => import('#web/ui/notice.tsx'),
  () => import('#web/ui/punycode.ts'),
  () => import('#web/ui/toast-list.tsx'),
  () => import('#contract/any-report.ts'),
]

/** Without a key nothing of it opens. */
export const warmUp = () => (hasKey() && !isShared() ? Promise.allSettled(parts.map((load) => load())) : undefined)
