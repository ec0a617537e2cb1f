/** Copies where a page may not write to the clipboard itself, as on origins that are not secure. */
export function copyOldWay(text: string) {
  const area = document.createElement('textarea')
  const before = document.activeElement
  area.value = text
  area.className = 'hidden-visually'
  ;(before?.closest('dialog') ?? document.body).append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
}
