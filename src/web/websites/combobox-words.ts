import { count } from '#web/list/words.ts'

/** The words of the website filter, its list of options, and the name of a website without a known domain. */
export const comboboxWords = {
  label: 'Website',
  all: 'All',
  numbered: (id: string) => `Website ${id}`,
  notFound: (id: number) => `${id} (not found)`,
  placeholder: 'Find a website',
  clear: 'Clear the website',

  loading: 'Searching',
  options: 'Websites',
  none: (search: string) => (search === '' ? 'No website yet' : `No website contains “${search}”`),
  failed: 'The websites could not be loaded',
  found: (many: number) => (many === 1 ? '1 website' : `${many} websites`),
  reports: (many: number) => (many === 1 ? '1 report' : `${count(many)} reports`),
}
