import { grouped } from '#contract/format/numbers.ts'
import { columnKinds } from './cells.tsx'
import { searchFigureWords as words } from './words.ts'

const figure = { ...columnKinds.number, extension: true } as const

/** What the columns of Google’s figures have in common. They are hidden while no row has a value. */
export const searchColumns = {
  clicks: { ...figure, sort: { by: 'clicks', direction: 'desc' } },
  impressions: { ...figure, width: '6.5rem', sort: { by: 'impressions', direction: 'desc' }, optional: true },
  ctr: { ...figure, optional: true },
  position: { ...figure, sort: { by: 'position', direction: 'asc' }, optional: true },
  clicks_change: { ...figure, optional: true },
  google_index: { ...columnKinds.text, extension: true, optional: true },
} as const

/** “2.5%” */
export const formatCtr = (ctr: number) => `${(ctr * 100).toFixed(1)}%`

/** “7.4” */
export const formatPosition = (position: number) => position.toFixed(1)

type FigureProps = { value: number | null; format?: (value: number) => string }

/** A figure of Google’s; a dash stands for one that isn’t known, which isn’t 0. */
export const SearchFigure = ({ value, format = grouped }: FigureProps) =>
  value === null ? (
    <span className="faint" title={words.unknown}>
      <span aria-hidden="true">–</span>
      <span className="hidden-visually">{words.unknown}</span>
    </span>
  ) : (
    format(value)
  )

/** The state in Google’s index, in Google’s words. */
export const GoogleIndex = ({ value }: { value: string | null }) =>
  value === null ? <SearchFigure value={null} /> : <span title={value}>{value}</span>

/** Clicks less those of the period before. */
export const ClicksChange = ({ value }: { value: number | null }) =>
  value === null ? (
    <SearchFigure value={null} />
  ) : (
    <span className={value > 0 ? 'good toned' : value < 0 ? 'bad toned' : 'faint'}>
      <span aria-hidden="true">{value === 0 ? '±0' : `${value > 0 ? '▲' : '▼'} ${grouped(Math.abs(value))}`}</span>
      <span className="hidden-visually">{words.change(value)}</span>
    </span>
  )
