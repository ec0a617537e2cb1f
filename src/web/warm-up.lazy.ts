import { hasKey, isShared } from './api/session.ts'

/**
 * Fetches, while nothing else is to do, what the first page left out and what must be there without a network: the words
 * for failures, and all that opens over a page. What does not arrive is asked for again when it is needed.
 */
const parts = [
  () => import('./api/cache-limit.lazy.ts'),
  () => import('./frame/analyse.lazy.ts'),
  () => import('./frame/analyse-wrong.lazy.tsx'),
  () => import('./frame/asked.lazy.tsx'),
  () => import('./frame/elapsed.lazy.tsx'),
  () => import('./frame/route-failure.lazy.tsx'),
  () => import('./frame/key-dialog.tsx'),
  () => import('./lists/hold-rows.lazy.ts'),
  () => import('./palette/palette.lazy.tsx'),
  () => import('./palette/shortcuts.lazy.tsx'),
  () => import('./views/save-view-dialog.lazy.tsx'),
  () => import('./lists/list-notices.lazy.tsx'),
  () => import('./lists/report-menu.lazy.tsx'),
  () => import('./lists/reports-selection.lazy.tsx'),
  () => import('./lists/delete-with-undo.lazy.tsx').then(({ finishDeletions }) => finishDeletions()),
  () => import('./lists/empty-reports.lazy.tsx'),
  () => import('./lists/filter-sheet.lazy.tsx'),
  () => import('./lists/website-combobox.lazy.tsx'),
  () => import('./pages/reports/report/report-failure.lazy.tsx'),
  () => import('./ui/copy-old-way.lazy.ts'),
  () => import('./ui/menu-list.tsx'),
  () => import('./ui/modal.tsx'),
  () => import('./ui/notice.tsx'),
  () => import('./ui/punycode.ts'),
  () => import('./ui/toast-list.tsx'),
  () => import('./api/refused.lazy.ts'),
  () => import('#contract/any-report.ts'),
]

/** Without a key nothing of it opens. */
export const warmUp = () => (hasKey() && !isShared() ? Promise.allSettled(parts.map((load) => load())) : undefined)
