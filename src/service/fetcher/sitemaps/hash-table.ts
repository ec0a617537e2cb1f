/**
 * Numbers by hashes in typed arrays, at 20 to 40 bytes each. A `Map` takes 65, or 113 with a list for each hash: the
 * 600,000 links of a large sitemap would take 68 MB of the 96 MiB that all crawls share.
 */
export class HashTable {
  size = 0
  #hashes = new Float64Array(256)
  #values = new Uint32Array(256)
  /** The entry added before to the same chain, or -1. */
  #before = new Int32Array(256)
  #chains = new Int32Array(256).fill(-1)

  get bytes() {
    return this.#hashes.byteLength + this.#values.byteLength + this.#before.byteLength + this.#chains.byteLength
  }

  add(hash: number, value: number) {
    if (this.size === this.#hashes.length) this.#grow()
    this.#hashes[this.size] = hash
    this.#values[this.size] = value
    this.#chain(this.size)
    this.size += 1
  }

  /** Returns the value added last. */
  last(hash: number): number | undefined {
    for (const at of this.#places(hash)) return this.#values[at]
    return undefined
  }

  first(hash: number): number | undefined {
    return this.values(hash)[0]
  }

  /** Returns the values in the order in which they were added. */
  values(hash: number): number[] {
    return [...this.#places(hash)].map((at) => this.#values[at] ?? 0).toReversed()
  }

  *#places(hash: number): Generator<number> {
    for (let at = this.#chains[this.#chainOf(hash)] ?? -1; at >= 0; at = this.#before[at] ?? -1)
      if (this.#hashes[at] === hash) yield at
  }

  #chainOf(hash: number): number {
    return hash % this.#chains.length
  }

  #chain(at: number) {
    const chain = this.#chainOf(this.#hashes[at] ?? 0)
    this.#before[at] = this.#chains[chain] ?? -1
    this.#chains[chain] = at
  }

  #grow() {
    const length = this.size * 2
    const [hashes, values] = [new Float64Array(length), new Uint32Array(length)]
    hashes.set(this.#hashes)
    values.set(this.#values)
    ;[this.#hashes, this.#values] = [hashes, values]
    this.#before = new Int32Array(length)
    this.#chains = new Int32Array(length).fill(-1)
    for (let at = 0; at < this.size; at += 1) this.#chain(at)
  }
}
