/** The final URL of a report, if it differs: two URLs that lead to one page are not duplicates. */
export const landingPages = (): string[] => ['alter table reports add column page_url text']
