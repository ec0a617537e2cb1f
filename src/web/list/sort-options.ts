/** One choice for each sort key in each direction, as a select has it; said as in a view's name, with a capital at the front. */
export function sortOptions<Sort extends string, Direction extends string>(
  sorts: readonly Sort[],
  directions: readonly Direction[],
  labels: Record<Sort, Record<Direction, string>>,
) {
  return sorts.flatMap((sort) =>
    directions.map((direction) => ({
      value: `${sort}.${direction}` as const,
      label: capital(labels[sort][direction]),
    })),
  )
}

const capital = (text: string) => text[0]?.toUpperCase() + text.slice(1)

export function sortOfOption<Sort extends string, Direction extends string>(option: `${Sort}.${Direction}`) {
  const [sort_by, sort] = option.split('.') as [Sort, Direction]
  return { sort_by, sort }
}
