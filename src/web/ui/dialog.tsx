import { type ReactNode, Suspense } from 'react'
import { lazyPart } from './lazy-part.tsx'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
}

export type ConfirmProps = {
  open: boolean
  title: ReactNode
  children?: ReactNode
  confirmLabel: string
  cancelLabel: string
  danger?: boolean | undefined
  busy?: boolean | undefined
  error?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

const load = () => import('./modal.tsx')
const Modal = lazyPart(() => load().then((file) => file.Modal))
const ConfirmModal = lazyPart(() => load().then((file) => file.ConfirmModal))

/**
 * A modal `<dialog>`: named by its title, closed by Escape, focus held inside and given back by the browser. What is in it
 * is mounted only while it is open. An element with `data-autofocus` gets the focus, else the first that can.
 */
export function Dialog(props: DialogProps) {
  return (
    props.open && (
      <Suspense>
        <Modal {...props} />
      </Suspense>
    )
  )
}

/** Asks before something is done. Cancel has the focus when it cannot be undone; the error, if any, is shown inside. */
export function ConfirmDialog(props: ConfirmProps) {
  return (
    props.open && (
      <Suspense>
        <ConfirmModal {...props} />
      </Suspense>
    )
  )
}
