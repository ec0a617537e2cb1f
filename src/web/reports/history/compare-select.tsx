import { useNavigate } from 'react-router-dom'
import type { PageHistory } from '#contract/reports/comparison.ts'
import { Select } from '#web/ui/select.tsx'
import { historyWords as words } from './history-words.ts'

type CompareSelectProps = {
  id: number
  reports: PageHistory['data']
  /** The report compared with now. */
  chosen: number | null
  linkTo: (id: number) => string
}

/** Opens the comparison with the chosen report. */
export function CompareSelect({ id, reports, chosen, linkTo }: CompareSelectProps) {
  const navigate = useNavigate()
  const options = reports
    .filter((one) => one.id !== id)
    .toReversed()
    .map((one) => ({ value: String(one.id), label: words.option(one.created_at, one.score) }))
  return (
    <Select
      label={words.compareWith}
      size="s"
      value={chosen === null ? '' : String(chosen)}
      options={chosen === null ? [{ value: '', label: words.choose }, ...options] : options}
      onChange={(value) => value !== '' && void navigate(linkTo(Number(value)))}
    />
  )
}
