import { useLocation, useNavigate } from 'react-router-dom'
import { readFixed } from '#contract/what-if.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** The checks of a plan, which is kept in the page's URL alone. */
type Plan = { fixed: ReadonlySet<string>; toggle(check: string): void; clear(): void }

/** A plan that the URL does not have yet, because navigation takes a moment. `from` is the history entry before. */
const ahead = createStore<{ plan: string; from: string } | null>(null)

/** Returns the plan in the URL, and how to change it. */
export function usePlan(): Plan {
  const { search, key } = useLocation()
  const navigate = useNavigate()
  const next = useStore(ahead)
  const params = new URLSearchParams(search)
  const checks = readFixed(next?.from === key ? next.plan : (params.get('fixed') ?? ''))
  const fixed = new Set(checks)
  const show = (plan: readonly string[]) => {
    ahead.set({ plan: plan.join(','), from: key })
    params.delete('fixed')
    const written = plan.length > 0 ? `fixed=${plan.map(encodeURIComponent).join(',')}` : ''
    void navigate({ search: [params.toString(), written].filter(Boolean).join('&') }, { preventScrollReset: true })
  }
  return {
    fixed,
    toggle: (check) => show(fixed.has(check) ? checks.filter((id) => id !== check) : [...checks, check]),
    clear: () => show([]),
  }
}
