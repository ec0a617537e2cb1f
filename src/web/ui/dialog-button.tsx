import { type ComponentProps, type ComponentType, Suspense, useState } from 'react'
import { Button } from './button.tsx'

type DialogButtonProps<Props> = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** Loads `dialog` when the pointer comes near. */
  load: () => Promise<unknown>
  dialog: ComponentType<Props & { onClose: () => void }>
  props: Props
}

/** A button that opens a dialog, which is loaded when it is wanted. */
export function DialogButton<Props extends object>({
  load,
  dialog: Dialog,
  props,
  ...button
}: DialogButtonProps<Props>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onPointerEnter={() => void load().catch(() => {})} onClick={() => setOpen(true)} />
      {open && (
        <Suspense>
          <Dialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
