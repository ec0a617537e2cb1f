import { formatCount } from '#web/list/words.ts'

/** The options of the website filter. */
export const websiteOptionsWords = {
  loading: 'Searching…',
  options: 'Websites',
  none: (search: string) => (search === '' ? 'No websites yet' : `No websites match “${search}”`),
  failed: 'Couldn’t load websites',
  found: (count: number) => (count === 1 ? '1 website' : `${count} websites`),
  reports: (count: number) => (count === 1 ? '1 report' : `${formatCount(count)} reports`),
}
