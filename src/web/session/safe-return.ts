import { base, paths } from '#web/app/paths.ts'

/**
 * Returns the path to open after signing in. `to` is untrusted: any URL outside the dashboard becomes the first page.
 */
export function safeReturn(to: string | null, origin: string) {
  if (!to) return paths.home()
  try {
    const url = new URL(to, origin)
    return url.origin === origin &&
      !url.pathname.startsWith('//') &&
      url.pathname.startsWith(`${base}/`) &&
      url.pathname !== paths.signIn()
      ? url.pathname + url.search + url.hash
      : paths.home()
  } catch {
    return paths.home()
  }
}
