/** What the frame holds beyond its first paint, in one file, fetched right after it. */
export { OverPage } from '#web/palette/over-page.tsx'
export { openPalette } from '#web/palette/shown.ts'
export { PinnedViews } from '#web/views/pinned-views.tsx'
export { Banners } from './banners.tsx'
