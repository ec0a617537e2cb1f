import { counted } from '#contract/format/numbers.ts'

/** The words of the website filter and its options. */
export const websiteFilterWords = {
  label: 'Website',
  all: 'All',
  placeholder: 'Find a website',
  clear: 'Clear website',
  loading: 'Searching…',
  options: 'Websites',
  none: (search: string) => (search === '' ? 'No websites yet' : `No websites match “${search}”`),
  failed: 'Couldn’t load websites',
  found: (count: number) => counted(count, 'website'),
  reports: (count: number) => counted(count, 'report'),
}
