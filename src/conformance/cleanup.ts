/** How to undo each change made on the server, undone in reverse order. */
export type Cleanup = {
  /** `name` completes the sentence "It could not be cleaned up: …". `undo` returns whether it worked. */
  add(name: string, undo: () => Promise<boolean>): void
  /** Removes a change that is already undone. */
  remove(name: string): void
  /** Undoes all remaining changes, each once. Returns the names of those that failed. */
  run(): Promise<string[]>
}

export function createCleanup(): Cleanup {
  const changes = new Map<string, () => Promise<boolean>>()
  return {
    add: (name, undo) => void changes.set(name, undo),
    remove: (name) => void changes.delete(name),
    async run() {
      const failed: string[] = []
      for (const [name, undo] of [...changes].toReversed()) {
        changes.delete(name)
        if (!(await undo().catch(() => false))) failed.push(name)
      }
      return failed
    },
  }
}
