import { createStore, useStore } from '#web/ui/store.ts'

/** What is open over the page; `typed` is the palette's initial text. */
export type Overlay = { what: 'palette'; typed: string } | { what: 'shortcuts' | 'sign-out' } | null

export const overlay = createStore<Overlay>(null)

export const openPalette = () => overlay.set({ what: 'palette', typed: '' })
export const useOverlay = () => useStore(overlay)

const shortcutsReady = createStore(false)

/** Whether the shortcuts, which load after the first paint, work by now. */
export const useShortcutsReady = () => useStore(shortcutsReady)
export const markShortcutsReady = () => shortcutsReady.set(true)
