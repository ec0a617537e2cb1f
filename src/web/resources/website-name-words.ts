/** The name of a website without a known domain. */
export const websiteNameWords = {
  numbered: (id: string) => `Website ${id}`,
  notFound: (id: number) => `${id} (not found)`,
}
