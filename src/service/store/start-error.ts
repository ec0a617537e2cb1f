/** The service cannot start, for a reason that its person can do something about: one sentence, no stack to show. */
export class StartError extends Error {
  override name = 'StartError'
}
