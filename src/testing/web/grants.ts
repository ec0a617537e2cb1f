import { fireEvent, waitFor, type within } from '@testing-library/react'
import { expect } from 'vitest'

/** Types into a combobox, such as that of grants, and chooses the first of what is found. */
export async function addGrant(inside: ReturnType<typeof within>, label: string, text: string, found: string) {
  const field = inside.getByLabelText(label, { selector: '[role=combobox]' })
  fireEvent.input(field, { target: { value: text }, inputType: 'insertText' })
  await waitFor(() => {
    const highlighted = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
    expect(highlighted?.textContent).toBe(found)
    expect(highlighted?.getAttribute('aria-disabled')).not.toBe('true')
  })
  fireEvent.keyDown(field, { key: 'Enter' })
}
