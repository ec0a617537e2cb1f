/** The words of the website filter, and the name of a website without a known domain. */
export const comboboxWords = {
  label: 'Website',
  all: 'All',
  numbered: (id: string) => `Website ${id}`,
  notFound: (id: number) => `${id} (not found)`,
  placeholder: 'Find a website',
  clear: 'Clear website',
}
