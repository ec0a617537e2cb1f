import { server } from '#web/data/server.ts'
import { createStore, useStore } from '#web/ui/store.ts'

const name = `seo-reports:last-alert:${server}`

function stored() {
  try {
    const id = Number(localStorage.getItem(name))
    return Number.isSafeInteger(id) && id > 0 ? id : 0
  } catch {
    return 0
  }
}

/** Module state: the ID of the newest alert that was read in this browser, 0 if none was. */
const lastRead = createStore(stored())

if (typeof window !== 'undefined')
  addEventListener('storage', ({ key }) => {
    if (key === name) lastRead.set(stored())
  })

export const useLastRead = () => useStore(lastRead)

/** Counts all alerts up to this one as read. */
export function markRead(id: number) {
  lastRead.set(id)
  try {
    localStorage.setItem(name, `${id}`)
  } catch {
    // Without storage they are unread again after a reload.
  }
}
