/**
 * Puts `address` into the field of the top bar, as if it had been typed, and the cursor behind it. React only notices a
 * value that was set past its own setter.
 */
export function startAnalysing(address: string) {
  const field = document.querySelector<HTMLInputElement>('#analyse-url')
  if (!field) return
  if (!field.readOnly && !field.value.startsWith(address)) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, address)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}
