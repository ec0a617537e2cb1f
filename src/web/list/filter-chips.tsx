import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { act } from './list-notices.tsx'
import { capitalised, emptyListWords, listWords } from './words.ts'
import styles from './toolbar.module.css'

type FilterChipsProps = {
  /** `isQuick` filters have no chip while the toolbar shows them. */
  filters: readonly { name: string; label: string; isQuick?: boolean | undefined; onRemove: () => void }[]
  onClear: () => void
}

/** The active filters under the toolbar, each to remove with a click. */
export function FilterChips({ filters, onClear }: FilterChipsProps) {
  if (filters.length === 0) return null
  const onlyQuick = filters.every(({ isQuick }) => isQuick)
  return (
    <div className={classes('cluster', styles.chips, onlyQuick && styles.quickChip)}>
      {filters.map(({ name, label, isQuick, onRemove }) => (
        <button
          key={name}
          type="button"
          className={classes('row', styles.chip, isQuick && styles.quickChip)}
          aria-label={emptyListWords.drop(label)}
          onClick={() => act(onRemove)}
        >
          <span className="cut">{capitalised(label)}</span>
          <Icon name="cross" />
        </button>
      ))}
      <Button size="s" variant="plain" aria-label={listWords.clearFilters} onClick={() => act(onClear)}>
        {listWords.clear}
      </Button>
    </div>
  )
}
