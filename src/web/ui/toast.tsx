import { useEffect, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import styles from './toast.module.css'

export type Toast = { text: string; tone?: 'good' | 'bad' | undefined; action?: { label: string; onSelect: () => void } | undefined }

let toasts: (Toast & { id: number })[] = []
let nextId = 1
const listeners = new Set<() => void>()

const change = (next: typeof toasts) => {
  toasts = next
  for (const listener of listeners) listener()
}
const drop = (id: number) => change(toasts.filter((toast) => toast.id !== id))

/** Shows a sentence for a while (longer with an action, never the only place of it). Returns what takes it away. */
export function showToast(toast: Toast) {
  const id = nextId++
  change([...toasts.slice(-2), { ...toast, id }])
  return () => drop(id)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Where toasts appear, politely announced; mounted once by the frame. */
export function ToastRegion({ label, closeLabel }: { label: string; closeLabel: string }) {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <section className={styles.region} aria-label={label} aria-live="polite" aria-relevant="additions">
      {shown.map((toast) => (
        <ToastItem key={toast.id} toast={toast} closeLabel={closeLabel} />
      ))}
    </section>
  )
}

function ToastItem({ toast, closeLabel }: { toast: Toast & { id: number }; closeLabel: string }) {
  const { id, text, tone, action } = toast
  const stay = action || tone === 'bad' ? 9000 : 5000
  return (
    <div className={classes(styles.toast, tone && styles[tone])} ref={usePausingTimer(id, stay)}>
      <span className={styles.text}>{text}</span>
      {action && (
        <Button
          size="s"
          onClick={() => {
            drop(id)
            action.onSelect()
          }}
        >
          {action.label}
        </Button>
      )}
      <Button size="s" variant="plain" icon="cross" iconOnly onClick={() => drop(id)}>
        {closeLabel}
      </Button>
    </div>
  )
}

/** Takes the toast away after `stay` ms, counted anew once pointer and focus have left it. */
function usePausingTimer(id: number, stay: number) {
  useEffect(() => {
    const element = document.getElementById(`toast-${id}`)
    let timer = setTimeout(drop, stay, id)
    const pause = () => clearTimeout(timer)
    const go = () => {
      clearTimeout(timer)
      timer = setTimeout(drop, stay, id)
    }
    const pairs = [['pointerenter', pause], ['pointerleave', go], ['focusin', pause], ['focusout', go]] as const
    for (const [name, handler] of pairs) element?.addEventListener(name, handler)
    return () => {
      pause()
      for (const [name, handler] of pairs) element?.removeEventListener(name, handler)
    }
  }, [id, stay])
  return (element: HTMLElement | null) => {
    if (element) element.id = `toast-${id}`
  }
}
