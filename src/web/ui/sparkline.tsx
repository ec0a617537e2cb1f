import styles from './sparkline.module.css'

type SparklineProps = {
  /** One for each day, from 0 to 100; null where it isn't known. */
  values: readonly (number | null)[]
  /** The class of the last value's point, such as that of a rating, which colours it. */
  tone: string | undefined
  /** What it shows, for screen readers and as its tooltip. */
  label: string
}

/** In the units of the drawing, which are pixels of its natural size. */
const [width, height, edge] = [96, 24, 3]
/** Differences of fewer points don't fill the height, so that a calm line looks calm. */
const leastSpan = 12

/** A small line of scores over days. Days without a score are gaps. */
export function Sparkline({ values, tone, label }: SparklineProps) {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const span = Math.max(leastSpan, most - least)
  const middle = (least + most) / 2
  const x = (day: number) => round(edge + (day / Math.max(1, values.length - 1)) * (width - 2 * edge))
  const y = (value: number) => round(height / 2 - ((value - middle) / span) * (height - 2 * edge))
  const last = values.at(-1) ?? null
  return (
    <svg className={styles.line} viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img">
      <title>{label}</title>
      <path d={pathOf(values, x, y)} />
      {last !== null && <circle className={tone} cx={x(values.length - 1)} cy={y(last)} r={2.5} />}
    </svg>
  )
}

const round = (value: number) => Math.round(value * 10) / 10

/** A line through the days, which keeps a value until the day of the next one. */
function pathOf(values: readonly (number | null)[], x: (day: number) => number, y: (value: number) => number): string {
  let path = ''
  for (const [day, value] of values.entries()) {
    if (value === null) continue
    const before = values[day - 1] ?? null
    if (before === null) path += `M${x(day)} ${y(value)}`
    else if (value !== before) path += `H${x(day - 1)}L${x(day)} ${y(value)}`
    if (value === before && (values[day + 1] ?? null) === null) path += `H${x(day)}`
  }
  return path
}
