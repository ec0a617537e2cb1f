import { type ReactNode, Suspense } from 'react'
import { lazyPart } from './lazy-part.tsx'
import { createStore, useStore } from './store.ts'

const ToastList = lazyPart(() => import('./toast-list.tsx').then((file) => file.ToastList))

export type Toast = {
  text: ReactNode
  tone?: 'good' | 'bad' | undefined
  action?: { label: string; onSelect: () => void } | undefined
  /** It stays until it is removed, also when others appear. */
  stays?: true
  /** Called when pointer or focus enter or leave the toast. */
  onHold?: (held: boolean) => void
  /** Called when the person closes it. */
  onClose?: () => void
}
export type ShownToast = Toast & { id: number }

/** Module state: toasts stay while pages change. */
const toasts = createStore<ShownToast[]>([])
let nextId = 1

/** Removes a toast. */
export const dropToast = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id))

/**
 * Shows a sentence for a while, longer with an action. A toast never holds the only copy of an action. Returns how to
 * remove it.
 */
export function showToast(toast: Toast) {
  const id = nextId++
  const others = toasts.get().filter(({ stays }, at, all) => stays || at > all.length - 3)
  toasts.set([...others, { ...toast, id }])
  return () => dropToast(id)
}

/** Where toasts appear, politely announced; mounted once by the frame. */
export function ToastRegion({ label, closeLabel }: { label: string; closeLabel: string }) {
  const shown = useStore(toasts)
  return (
    <section aria-label={label} aria-live="polite" aria-relevant="additions">
      {shown.length > 0 && (
        <Suspense fallback={null}>
          <ToastList toasts={shown} closeLabel={closeLabel} />
        </Suspense>
      )}
    </section>
  )
}
