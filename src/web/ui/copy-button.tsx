import { type ReactNode, useEffect, useState } from 'react'
import { Button, type ButtonStyle } from './button.tsx'
import type { IconName } from './icon.tsx'
import { announce } from './live-region.tsx'

type CopyButtonProps = ButtonStyle & {
  text: string
  html?: string | undefined
  label: string
  doneLabel: string
  icon?: IconName | undefined
  children?: ReactNode
}

/** Copies `text`, and `html` for programs that paste rich text, and confirms it in place of the label. */
export function CopyButton({ text, html, label, doneLabel, icon = 'copy', ...button }: CopyButtonProps) {
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
    <Button {...button} icon={done ? 'check' : icon} onClick={() => void copy()}>
      {done ? doneLabel : label}
    </Button>
  )
}

/**
 * Copies by the clipboard API, or by a selection on insecure origins, which have no clipboard API. Returns true unless
 * the browser refused it.
 */
export async function copyText(text: string, html?: string): Promise<boolean> {
  try {
    const plain = { 'text/plain': new Blob([text], { type: 'text/plain' }) }
    const rich = html ? { 'text/html': new Blob([html], { type: 'text/html' }) } : {}
    await navigator.clipboard.write([new ClipboardItem({ ...plain, ...rich })])
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  const before = document.activeElement
  area.value = text
  area.className = 'hidden-visually'
  ;(before?.closest('[role=dialog]') ?? document.body).append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}

/** A link as HTML for the clipboard. The browser serialises it, so that text never becomes markup. */
export const richLink = (href: string, textContent: string) =>
  Object.assign(document.createElement('a'), { href, textContent }).outerHTML
