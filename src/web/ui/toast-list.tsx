import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import styles from './toast.module.css'

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

type ToastListProps = { toasts: readonly ShownToast[]; closeLabel: string; onDrop: (id: number) => void }

/** The toasts on screen. Loaded with the first of them. */
export const ToastList = ({ toasts, closeLabel, onDrop }: ToastListProps) => (
  <div className={styles.region}>
    {toasts.map((toast) => (
      <ToastItem key={toast.id} toast={toast} closeLabel={closeLabel} onDrop={onDrop} />
    ))}
  </div>
)

type ToastItemProps = Omit<ToastListProps, 'toasts'> & { toast: ShownToast }

/** Disappears after a while. The time starts again when pointer or focus leave it. */
function ToastItem({ toast, closeLabel, onDrop }: ToastItemProps) {
  const { id, text, tone, action, stays, onHold, onClose } = toast
  const [held, setHeld] = useState(false)
  const stay = action || tone === 'bad' ? 9000 : 5000
  useEffect(() => {
    if (held || stays) return
    const timer = setTimeout(onDrop, stay, id)
    return () => clearTimeout(timer)
  }, [held, stays, stay, id, onDrop])
  const change = (now: boolean) => {
    setHeld(now)
    onHold?.(now)
  }
  const hold = () => change(true)
  const release = () => change(false)
  return (
    <div
      className={classes(styles.toast, tone && styles[tone])}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <div className={styles.text}>{text}</div>
      {action && (
        <Button
          size="s"
          onClick={() => {
            onDrop(id)
            action.onSelect()
          }}
        >
          {action.label}
        </Button>
      )}
      <Button
        size="s"
        variant="plain"
        icon="cross"
        iconOnly
        onClick={() => {
          onDrop(id)
          onClose?.()
        }}
      >
        {closeLabel}
      </Button>
    </div>
  )
}
