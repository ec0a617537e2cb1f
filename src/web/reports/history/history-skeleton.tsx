import { Card, Skeleton } from '#web/ui/page.tsx'

/** Takes the place of a page's history while it loads. */
export const HistorySkeleton = () => (
  <Card>
    <Skeleton height="14rem" />
  </Card>
)
