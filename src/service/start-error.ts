/** The service cannot start for a reason that the administrator can fix. The message is one sentence. */
export class StartError extends Error {
  override name = 'StartError'
}
