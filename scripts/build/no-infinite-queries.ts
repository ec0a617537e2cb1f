/** Stands for what the query library does for endless lists, which there are none of here: the lists have pages. */
export const infiniteQueryBehavior = () => undefined
export const hasNextPage = () => false
export const hasPreviousPage = () => false
