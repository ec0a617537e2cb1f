import { type ReactNode, useEffect, useState } from 'react'
import { Button, type ButtonLook } from './button.tsx'
import type { IconName } from './icon.tsx'
import { announce } from './live-region.tsx'

type CopyButtonProps = ButtonLook & {
  text: string
  html?: string | undefined
  label: string
  doneLabel: string
  icon?: IconName | undefined
  children?: ReactNode
}

/** Copies `text` (and `html`, for places that take rich text) and says so where the label was. */
export function CopyButton({ text, html, label, doneLabel, icon = 'copy', ...look }: CopyButtonProps) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(setDone, 2000, false)
    return () => clearTimeout(timer)
  }, [done])
  const copy = async () => {
    await copyText(text, html)
    setDone(true)
    announce(doneLabel)
  }
  return (
    <Button {...look} icon={done ? 'check' : icon} onClick={() => void copy()}>
      {done ? doneLabel : label}
    </Button>
  )
}

/** The clipboard exists only on secure origins; elsewhere the old way still works. */
export async function copyText(text: string, html?: string) {
  try {
    const plain = { 'text/plain': new Blob([text], { type: 'text/plain' }) }
    const rich = html ? { 'text/html': new Blob([html], { type: 'text/html' }) } : {}
    await navigator.clipboard.write([new ClipboardItem({ ...plain, ...rich })])
  } catch {
    ;(await import('./copy-old-way.lazy.ts')).copyOldWay(text)
  }
}
