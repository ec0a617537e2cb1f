/** What Google will do with a page, as far as the page and its server decide it. */
export const indexabilities = ['indexable', 'other_url', 'unlikely', 'blocked'] as const
export type Indexability = (typeof indexabilities)[number]
