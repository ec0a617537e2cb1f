/** Where a report's URL led, when that is another address: two URLs of one page are not each other's twins. */
export const landingPages = (): string[] => ['alter table reports add column page_url text']
