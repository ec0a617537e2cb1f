type Listener = (address: string) => void

const listeners = new Set<Listener>()

/** Puts `address` into the field of the top bar, ready to be changed or sent; an empty one only goes there. */
export function startAnalysing(address: string) {
  for (const listener of listeners) listener(address)
}

/** For that field: calls `listener` with each address that somebody wants to have analysed. */
export function onAnalyseWish(listener: Listener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
