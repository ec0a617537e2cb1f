/** One choice for each sort key in each direction, as a select has it. */
export function sortOptions<Sort extends string, Direction extends string>(
  sorts: readonly Sort[],
  directions: readonly Direction[],
  labels: Record<Sort, Record<Direction, string>>,
) {
  return sorts.flatMap((sort) => directions.map((direction) => ({ value: `${sort}.${direction}` as const, label: labels[sort][direction] })))
}

export function sortOfOption<Sort extends string, Direction extends string>(option: `${Sort}.${Direction}`) {
  const [sort_by, sort] = option.split('.') as [Sort, Direction]
  return { sort_by, sort }
}
