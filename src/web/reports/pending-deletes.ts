import { changeLeaving, leftName } from './use-pending-deletes.ts'

export const leave = (ids: readonly number[]) => changeLeaving((leaving) => new Set([...leaving, ...ids]))

export function comeBack(ids: readonly number[]) {
  const back = new Set(ids)
  changeLeaving((leaving) => new Set([...leaving].filter((id) => !back.has(id))))
}

export function keepToDelete(ids: readonly number[]) {
  try {
    if (ids.length > 0) localStorage.setItem(leftName, JSON.stringify(ids))
    else localStorage.removeItem(leftName)
  } catch {
    // Where nothing may be kept, the rows are simply there again.
  }
}
