import { chooseServer } from './kept-servers.ts'

/** Loads the dashboard anew with another server; a page speaks to one as long as it stands. */
export function switchServer(address: string) {
  if (chooseServer(address, true)) location.assign(import.meta.env.BASE_URL)
}
