import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import type { ShownToast } from './toast.tsx'
import styles from './toast-list.module.css'

type ToastListProps = { toasts: ShownToast[]; closeLabel: string; onDrop: (id: number) => void }

export function ToastList({ toasts, closeLabel, onDrop }: ToastListProps) {
  return (
    <div className={styles.region}>
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} closeLabel={closeLabel} onDrop={onDrop} />
      ))}
    </div>
  )
}

/** Goes by itself, counted anew once pointer and focus have left it. */
function ToastItem({
  toast,
  closeLabel,
  onDrop,
}: {
  toast: ShownToast
  closeLabel: string
  onDrop: (id: number) => void
}) {
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
