import type { Cut } from './text.ts'

/**
 * A text that a page shares with others of its website, each with the ID of its report. `first` is the URL of the first
 * page that has it, and `hash` is that of the text.
 */
export type SharedText = { hash: string; first: string; pages: Cut<{ id: number; url: string }> }

/** What the website's last crawl found when it compared a page with the others. `body` is their whole text. */
export type AmongPages = Partial<Record<'title' | 'description' | 'body', SharedText>>
