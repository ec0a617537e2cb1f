import { integer } from '#contract/responses/lenient.ts'
import { storedValue } from '#web/data/browser-storage.ts'
import { server } from '#web/data/server.ts'
import { createStore, useStore } from '#web/ui/store.ts'

const stored = storedValue('browser', `seo-reports:last-alert:${server}`, integer, 0)

/** Module state: the ID of the newest alert that was read in this browser, 0 if none was. */
const lastRead = createStore(stored.get())
stored.watch(() => lastRead.set(stored.get()))

export const useLastRead = () => useStore(lastRead)

/** Counts all alerts up to this one as read. */
export function markRead(id: number) {
  lastRead.set(id)
  stored.set(id)
}
