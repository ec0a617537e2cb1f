/** `run` has it analysed at once; `made` tells that its report is there, so that it need not be typed any more. */
type Act = 'run' | 'made'
type Listener = (address: string, act?: Act) => void

const listeners = new Set<Listener>()

/** Puts `address` into the field of the top bar, ready to be changed or sent; an empty one only goes there. */
export function startAnalysing(address: string, act?: Act) {
  for (const listener of listeners) listener(address, act)
}

/** For that field: calls `listener` with each address that somebody wants to have analysed. */
export function onAnalyseWish(listener: Listener) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
