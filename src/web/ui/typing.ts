const typingTargets =
  'input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable], dialog, [role=menu]'

/** Returns true if a key goes to a control, a dialog or a menu, so that it is no shortcut of the page. */
export const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest(typingTargets) !== null

/** Returns true if a key goes to a control, or to what is open over the page. */
export const belongsElsewhere = (event: KeyboardEvent) =>
  isTyping(event) || document.querySelector('dialog[open], [role=menu]:popover-open') !== null
