/** Stands for the part of the query library that keeps, queues and repeats writes: here a write is a call, made once. */
export class MutationCache {
  clear() {}
  findAll() {
    return []
  }
  async resumePausedMutations() {}
}
