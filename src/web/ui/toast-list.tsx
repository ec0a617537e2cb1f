import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { dropToast, type ShownToast } from './toast.tsx'
import styles from './toast.module.css'

/** The toasts on screen. Loaded with the first of them. */
export const ToastList = ({ toasts, closeLabel }: { toasts: readonly ShownToast[]; closeLabel: string }) => (
  <div className={styles.region}>
    {toasts.map((toast) => (
      <ToastItem key={toast.id} toast={toast} closeLabel={closeLabel} />
    ))}
  </div>
)

/** Disappears after a while. The time starts again when pointer or focus leave it. */
function ToastItem({ toast, closeLabel }: { toast: ShownToast; closeLabel: string }) {
  const { id, text, tone, action, stays, onHold, onClose } = toast
  const [held, setHeld] = useState(false)
  const stay = action || tone === 'bad' ? 9000 : 5000
  useEffect(() => {
    if (held || stays) return
    const timer = setTimeout(dropToast, stay, id)
    return () => clearTimeout(timer)
  }, [held, stays, stay, id])
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
            dropToast(id)
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
          dropToast(id)
          onClose?.()
        }}
      >
        {closeLabel}
      </Button>
    </div>
  )
}
