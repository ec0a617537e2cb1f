import { createStore, useStore } from '#web/ui/store.ts'

/** When the server's last rate limit ends, in ms since 1970. It counts for the key, so for every page. */
const limitedUntil = createStore<number | null>(null)

export const noteLimit = (until: number) => limitedUntil.set(until)

/** When reads go on that the server has limited, in ms since 1970; null if it never did. */
export const useLimit = () => useStore(limitedUntil)
