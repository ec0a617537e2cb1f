import { count } from '#web/list/words.ts'

/** The list under the website filter. */
export const optionsWords = {
  loading: 'Searching',
  options: 'Websites',
  none: (search: string) => (search === '' ? 'No website yet' : `No website contains “${search}”`),
  failed: 'The websites could not be loaded',
  found: (many: number) => (many === 1 ? '1 website' : `${many} websites`),
  reports: (many: number) => (many === 1 ? '1 report' : `${count(many)} reports`),
}

/** The website filter once it is used. */
export const openComboboxWords = { placeholder: 'Find a website', clear: 'Clear the website' }
