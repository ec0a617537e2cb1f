/** What was done and how it is taken back, the last first. */
export type Undo = {
  /** `name` ends the sentence "It could not be cleaned up: …". */
  add(name: string, takeBack: () => Promise<boolean>): void
  /** It was taken back already. */
  forget(name: string): void
  /** Takes back all that is left, each once; gives the names of what stayed. */
  all(): Promise<string[]>
}

export function createUndo(): Undo {
  const done = new Map<string, () => Promise<boolean>>()
  return {
    add: (name, takeBack) => void done.set(name, takeBack),
    forget: (name) => void done.delete(name),
    async all() {
      const stayed: string[] = []
      for (const [name, takeBack] of [...done].toReversed()) {
        done.delete(name)
        if (!(await takeBack().catch(() => false))) stayed.push(name)
      }
      return stayed
    },
  }
}
