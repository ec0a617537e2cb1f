import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { readHash } from './check-anchor.ts'

/** Opens, shows and focuses what the address's hash names, once the report is there and whenever the hash is visited. */
export function useAnchor(ready: boolean) {
  const { hash, key } = useLocation()
  // Whoever comes back finds the page where they left it. A first visit counts as coming back, too, under this key.
  const returned = useNavigationType() === 'POP' && key !== 'default'
  useEffect(() => {
    if (!ready || returned) return
    // After the frame, which puts the focus on the heading of a new page.
    const frame = requestAnimationFrame(() => {
      const target = document.getElementById(readHash(hash))
      if (!target) return
      for (let around: Element | null = target; around; around = around.parentElement) {
        if (around instanceof HTMLDetailsElement) around.open = true
      }
      target.scrollIntoView({ block: 'start' })
      target.querySelector<HTMLElement>('summary, [tabindex]')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [ready, returned, hash, key])
}
