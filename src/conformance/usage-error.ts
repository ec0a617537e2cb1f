/** What somebody typed wrongly, in a sentence or two. */
export class UsageError extends Error {
  override name = 'UsageError'
}
