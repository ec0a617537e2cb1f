import { describe, expect, it } from 'vitest'
import { closedCombobox, type ComboboxState, pressKey, typedInto } from './website-combobox.tsx'

const press = (state: ComboboxState, key: string, count = 3, altKey = false) => pressKey(state, { key, altKey }, count)
const open = (active: number, draft: string | null = null): ComboboxState => ({ open: true, draft, active })

describe('the combobox', () => {
  it('opens on the first option with the down arrow and on the last with the up arrow', () => {
    expect(press(closedCombobox, 'ArrowDown').state).toEqual(open(0))
    expect(press(closedCombobox, 'ArrowUp').state).toEqual(open(2))
    expect(press(closedCombobox, 'ArrowDown', 3, true).state).toEqual(open(-1))
  })

  it('wraps at both ends', () => {
    expect(press(open(2), 'ArrowDown').state.active).toBe(0)
    expect(press(open(0), 'ArrowUp').state.active).toBe(2)
    expect(press(open(-1), 'ArrowUp').state.active).toBe(2)
  })

  it('keeps no option active when there are none', () => {
    expect(press(open(-1), 'ArrowDown', 0).state.active).toBe(-1)
    expect(press(open(2), 'Enter', 0)).toMatchObject({ chosen: null, handled: true })
  })

  it('chooses the active option with Enter and closes', () => {
    expect(press(open(1, 'ex'), 'Enter')).toEqual({ state: closedCombobox, chosen: 1, handled: true })
  })

  it('chooses the last option when the list has become shorter', () => {
    expect(press(open(7), 'Enter').chosen).toBe(2)
  })

  it('leaves Enter to the browser while closed', () => {
    expect(press(closedCombobox, 'Enter').handled).toBe(false)
  })

  it('restores the chosen website with Escape and leaves a second Escape to the browser', () => {
    expect(press(open(1, 'ex'), 'Escape')).toEqual({ state: closedCombobox, chosen: null, handled: true })
    expect(press(closedCombobox, 'Escape').handled).toBe(false)
  })

  it('closes on Tab without choosing and leaves the key to the browser', () => {
    expect(press(open(1, 'ex'), 'Tab')).toEqual({ state: closedCombobox, chosen: null, handled: false })
  })

  it('makes the first option active once the text is not blank', () => {
    expect(typedInto('ex')).toEqual(open(0, 'ex'))
    expect(typedInto(' ')).toEqual(open(-1, ' '))
  })
})
