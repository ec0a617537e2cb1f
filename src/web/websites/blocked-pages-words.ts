import { formatCount } from '#web/list/words.ts'

/** The words beside a website in the list. */
export const blockedPagesWords = {
  blocked: (pages: number) => `Google can’t index ${pages === 1 ? '1 page' : `${formatCount(pages)} pages`}`,
}
