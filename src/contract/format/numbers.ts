/** “1,204” */
export const grouped = (number: number) => number.toLocaleString('en')

/** “1 page”, “1,204 pages” */
export const counted = (count: number, one: string, many = `${one}s`) => `${grouped(count)} ${count === 1 ? one : many}`
