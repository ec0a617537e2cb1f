import type { Cut } from './text.ts'

/**
 * Something that a page shares with others of its website, each with the ID of its report. `first` is the URL of the
 * first page that has it, and `hash` is that of the text, or the group of a template's pages.
 */
export type SharedText<Page = { id: number; url: string }> = { hash: string; first: string; pages: Cut<Page> }

/**
 * What the website's last crawl found when it compared a page with the others. `body` is their whole text, `similar`
 * the text outside menus and footers if it is nearly that of others, and `thin` the template whose pages have little.
 */
export type AmongPages = Partial<Record<'title' | 'description' | 'body' | 'thin', SharedText>> & {
  similar?: SharedText<{ id: number; url: string; similarity: number }>
}
