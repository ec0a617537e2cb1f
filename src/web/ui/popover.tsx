import { cloneElement, type ComponentProps, type ReactElement, type ReactNode, useState } from 'react'
import type { Button } from './button.tsx'
import { lazyPart } from './lazy-part.tsx'

export type PopoverProps = {
  label: string
  /** The button that opens it. */
  trigger: ReactElement<ComponentProps<typeof Button>>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** An explanation. A link in it closes it. */
  isHint?: boolean | undefined
  children: ReactNode
}

export type OpenedPopoverProps = PopoverProps & {
  /** Called if the popover can't be loaded. */
  onClose: () => void
}

const OpenedPopover = lazyPart(
  () => import('./opened-popover.tsx').then((file) => file.OpenedPopover),
  ({ trigger }: OpenedPopoverProps) => cloneElement(trigger, { ...closed, autoFocus: true }),
)

const closed = { 'aria-haspopup': 'dialog', 'aria-expanded': false } as const

/**
 * Choices under the button that opens them or, on a phone, at the lower edge of the screen. The page stays usable.
 * Escape and a click beside it close it. Only the button is there until it is first opened.
 */
export function Popover(props: PopoverProps) {
  const { trigger, open, onOpenChange } = props
  const [isUsed, setUsed] = useState(open)
  if (open && !isUsed) setUsed(true)
  if (!isUsed) return cloneElement(trigger, { ...closed, onClick: () => onOpenChange(true) })
  const onClose = () => {
    onOpenChange(false)
    setUsed(false)
  }
  return <OpenedPopover {...props} onClose={onClose} />
}
