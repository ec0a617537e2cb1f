import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { isTyping } from './shortcuts.ts'
import { createStore, useStore } from './store.ts'
import styles from './toast.module.css'

/** Module state: toasts stay while pages change. */
const toasts = createStore<ShownToast[]>([])
let nextId = 1

const dropToast = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id))

/**
 * Shows a sentence for a while, longer with an action. A toast never holds the only copy of an action. Returns a
 * function to remove it.
 */
export function showToast(toast: Toast) {
  const id = nextId++
  const others = toasts.get().filter(({ stays }, at, all) => stays || at > all.length - 3)
  toasts.set([...others, { ...toast, id }])
  return () => dropToast(id)
}

/** Removes all toasts. */
export const dropToasts = () => toasts.set([])

/** Shows toasts and announces them politely. The frame mounts it once. */
export function ToastRegion({ label, closeLabel }: { label: string; closeLabel: string }) {
  const shown = useStore(toasts)
  return (
    <section aria-label={label} aria-live="polite" aria-relevant="additions">
      {shown.length > 0 && <ToastList toasts={shown} closeLabel={closeLabel} onDrop={dropToast} />}
    </section>
  )
}

export type Toast = {
  text: ReactNode
  tone?: 'good' | 'bad' | undefined
  /** Ctrl+Z or ⌘Z starts the last action that `isUndo`. */
  action?: { label: string; isUndo?: true; onSelect: () => void } | undefined
  /** It stays until it is removed, also when others appear. */
  stays?: true
}
export type ShownToast = Toast & { id: number }

type ToastListProps = { toasts: readonly ShownToast[]; closeLabel: string; onDrop: (id: number) => void }

/** The toasts on screen. */
export function ToastList({ toasts, closeLabel, onDrop }: ToastListProps) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    const last = toasts.findLast(({ action }) => action?.isUndo)
    if (!last || isTyping(event)) return
    event.preventDefault()
    onDrop(last.id)
    last.action?.onSelect()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  return (
    <div className={`not-printed ${styles.region}`}>
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} closeLabel={closeLabel} onDrop={onDrop} />
      ))}
    </div>
  )
}

type ToastItemProps = Omit<ToastListProps, 'toasts'> & { toast: ShownToast }

/** Disappears after a while. The time starts again when pointer or focus leave it. */
function ToastItem({ toast, closeLabel, onDrop }: ToastItemProps) {
  const { id, text, tone, action, stays } = toast
  const [held, setHeld] = useState(false)
  const stay = action || tone === 'bad' ? 9000 : 5000
  useEffect(() => {
    if (held || stays) return
    const timer = setTimeout(onDrop, stay, id)
    return () => clearTimeout(timer)
  }, [held, stays, stay, id, onDrop])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    <div
      className={classes('over enters row', styles.toast, tone, tone && styles.toned)}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <div className={styles.text}>{text}</div>
      {action && (
        <Button
          size="s"
          aria-keyshortcuts={action.isUndo && 'Control+Z Meta+Z'}
          onClick={() => {
            onDrop(id)
            action.onSelect()
          }}
        >
          {action.label}
        </Button>
      )}
      <Button size="s" variant="plain" icon="cross" iconOnly onClick={() => onDrop(id)}>
        {closeLabel}
      </Button>
    </div>
  )
}
