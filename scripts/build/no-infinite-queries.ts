/** Stands for the part of the query library that reads endless lists, of which there are none. */
export const infiniteQueryBehavior = () => undefined
export const hasNextPage = () => false
export const hasPreviousPage = () => false
