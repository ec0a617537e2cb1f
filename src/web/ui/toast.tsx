import { lazyPart } from './lazy-part.tsx'
import { createStore, useStore } from './store.ts'
import type { ShownToast, Toast } from './toast-list.tsx'

const ToastList = lazyPart(() => import('./toast-list.tsx').then((file) => file.ToastList))

/** Module state: toasts stay while pages change. */
const toasts = createStore<ShownToast[]>([])
let nextId = 1

const dropToast = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id))

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
      {shown.length > 0 && <ToastList toasts={shown} closeLabel={closeLabel} onDrop={dropToast} />}
    </section>
  )
}
