import { createStore, useStore } from '#web/ui/store.ts'

/** What is open over the page; `typed` is the command menu's initial text. */
export type Overlay = { what: 'menu'; typed: string } | { what: 'shortcuts' | 'sign-out' } | null

/** Module state: any page opens it, and the frame shows it. */
export const overlay = createStore<Overlay>(null)

export const openCommandMenu = () => overlay.set({ what: 'menu', typed: '' })
export const useOverlay = () => useStore(overlay)
