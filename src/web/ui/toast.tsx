import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from './lazy-part.tsx'

export type Toast = {
  text: ReactNode
  tone?: 'good' | 'bad' | undefined
  action?: { label: string; onSelect: () => void } | undefined
  /** It does not go by itself, nor for others. */
  stays?: true
  /** Pointer or focus is on it, or has left it. */
  onHold?: (held: boolean) => void
  /** Somebody has closed it. */
  onClose?: () => void
}
export type ShownToast = Toast & { id: number }

let toasts: ShownToast[] = []
let nextId = 1
const listeners = new Set<() => void>()

const change = (next: ShownToast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}
const drop = (id: number) => change(toasts.filter((toast) => toast.id !== id))

/** Shows a sentence for a while (longer with an action, never the only place of it). Returns what takes it away. */
export function showToast(toast: Toast) {
  const id = nextId++
  change([...toasts.filter(({ stays }, at) => stays || at > toasts.length - 3), { ...toast, id }])
  return () => drop(id)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const ToastList = lazyPart(() => import('./toast-list.tsx').then((file) => file.ToastList))

/** Where toasts appear, politely announced; mounted once by the frame. */
export function ToastRegion({ label, closeLabel }: { label: string; closeLabel: string }) {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <section aria-label={label} aria-live="polite" aria-relevant="additions">
      {shown.length > 0 && (
        <Suspense>
          <ToastList toasts={shown} closeLabel={closeLabel} onDrop={drop} />
        </Suspense>
      )}
    </section>
  )
}
