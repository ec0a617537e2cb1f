import { createStore, useStore } from '#web/ui/store.ts'

type Overlay = 'menu' | 'shortcuts' | 'sign-out'

/** Module state: the overlay that is open. Any page opens it, and the frame shows it. */
export const overlay = createStore<Overlay | null>(null)

export const openCommandMenu = () => overlay.set('menu')
export const useOverlay = () => useStore(overlay)
