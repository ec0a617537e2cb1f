import type { RenderMode } from '#contract/reports/rendering.ts'

/** The choice of the pages that are rendered, for a website and for single jobs and schedules. */
export const renderWords = {
  label: 'Render pages',
  modes: { auto: 'Automatic', always: 'Always', never: 'Never' } satisfies Record<RenderMode, string>,
  more: 'More options',
  asSet: 'Use the website’s setting',
  hint: 'Rendered pages are read after their scripts have run. Automatic renders only the pages that need it.',
}
