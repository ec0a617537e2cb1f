import { lazyPart, useMissingParts } from '#web/ui/lazy-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { bannerWords } from './words.ts'

/**
 * Notices for every page: offline, rate limited, and parts of the page that could not be loaded. Loaded right after the
 * first paint, because a newer version may replace their file. Otherwise one sentence is shown.
 */
export const Banners = lazyPart(() => import('./notices.tsx').then((file) => file.Notices), {
  fallback: PlainMissingNotice,
})

function PlainMissingNotice() {
  const isMissing = useMissingParts().length > 0
  return (
    isMissing &&
    navigator.onLine && (
      <Notice role="alert" tone="decent">
        {bannerWords.missing}
      </Notice>
    )
  )
}
