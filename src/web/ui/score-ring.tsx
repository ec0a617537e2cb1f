import { type KeyboardEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { opensElsewhere } from './use-link-clicks.ts'
import styles from './score-ring.module.css'

/** One part of the ring. Parts that need work reach further out, so that the ring reads without colour. */
export type RingSegment = {
  id: string
  tone: 'pass' | 'warn' | 'fail' | 'none'
  /** Segments of one group are adjacent. A wider gap follows each group. */
  group: string
  /** The accessible name of the segment, shown while it is hovered or focused. */
  label: string
  href: string
}

type ScoreRingProps = {
  score: number | null
  /** The accessible name of the ring, such as "Score 49 of 100". */
  label: string
  /** The line below the number, such as "of 100". */
  of: string
  segments: readonly RingSegment[]
  /** Called with the segment that is hovered or focused, and with null after it. */
  onPick?: (segment: RingSegment | null) => void
}

/** Radii, and gaps in radians. */
export type RingShape = {
  inner: number
  outer: Record<RingSegment['tone'], number>
  gap: { segment: number; group: number }
}

const large: RingShape = {
  inner: 56,
  outer: { none: 59, pass: 65, warn: 70, fail: 76 },
  gap: { segment: 0.012, group: 0.055 },
}

/**
 * The score as a ring with one segment per check. The ring is one tab stop: arrow keys, Home and End move between the
 * segments, and each segment links to its check.
 */
export function ScoreRing({ score, label, of, segments, onPick }: ScoreRingProps) {
  const [active, setActive] = useState(0)
  const navigate = useNavigate()
  const arcs = arcsOf(segments)

  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>) => {
    const next = nextIndex(event.key, active, segments.length)
    if (next === null) return
    event.preventDefault()
    setActive(next)
    event.currentTarget.querySelectorAll<SVGAElement>('a')[next]?.focus()
  }

  return (
    <svg
      className={styles.ring}
      viewBox="-80 -80 160 160"
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerLeave={() => onPick?.(null)}
    >
      {segments.length === 0 && <circle className={styles.track} r={(large.inner + large.outer.pass) / 2} />}
      {arcs.map(({ segment, path, hit }, index) => (
        <a
          key={segment.id}
          href={segment.href}
          aria-label={segment.label}
          tabIndex={index === Math.min(active, arcs.length - 1) ? 0 : -1}
          onClick={(event) => {
            if (opensElsewhere(event)) return
            event.preventDefault()
            void navigate(segment.href)
          }}
          onPointerEnter={() => onPick?.(segment)}
          onFocus={() => {
            setActive(index)
            onPick?.(segment)
          }}
          onBlur={() => onPick?.(null)}
        >
          <path className={styles.hit} d={hit} />
          <path className={styles[segment.tone]} d={path} />
        </a>
      ))}
      <g aria-hidden="true">
        <text className={styles.number} y="10">
          {score === null ? '–' : score}
        </text>
        <text className={styles.of} y="29">
          {of}
        </text>
      </g>
    </svg>
  )
}

function nextIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** Returns the shape of each segment and of the area that can be hovered and clicked for it. */
export function arcsOf<Segment extends Pick<RingSegment, 'group' | 'tone'>>(
  segments: readonly Segment[],
  { inner, outer, gap }: RingShape = large,
) {
  const isLast = (index: number) => segments[index]!.group !== segments[(index + 1) % segments.length]!.group
  const gaps = segments.map((_, index) => (isLast(index) ? gap.group : gap.segment))
  const width = (2 * Math.PI - gaps.reduce((sum, one) => sum + one, 0)) / segments.length
  let start = 0
  return segments.map((segment, index) => {
    const [from, to] = [start, start + width]
    start = to + gaps[index]!
    const half = gaps[index]! / 2
    return {
      segment,
      path: sector(from, to, inner, outer[segment.tone]),
      hit: sector(from - half, to + half, inner - 6, outer.fail + 3),
    }
  })
}

/** A part of a ring between two angles in radians, clockwise from the top. */
function sector(from: number, to: number, near: number, far: number): string {
  const point = (angle: number, radius: number) =>
    `${(Math.sin(angle) * radius).toFixed(2)} ${(-Math.cos(angle) * radius).toFixed(2)}`
  const large = to - from > Math.PI ? 1 : 0
  return `M${point(from, far)}A${far} ${far} 0 ${large} 1 ${point(to, far)}L${point(to, near)}A${near} ${near} 0 ${large} 0 ${point(from, near)}Z`
}
