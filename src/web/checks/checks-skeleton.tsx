import { Skeleton } from '#web/ui/skeleton.tsx'
import { checksPageWords as words } from './page-words.ts'

export const ChecksSkeleton = () => (
  <div aria-busy="true" aria-label={words.loading} role="group">
    <Skeleton height="24rem" />
  </div>
)
