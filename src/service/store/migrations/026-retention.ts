/** How many reports of each page a website keeps. Null: all. */
export const retention = (): string[] => ['alter table websites add column keep_reports integer']
