import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { grouped } from '#contract/format/numbers.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { filterPickerWords as words } from './words.ts'
import styles from './filter-picker.module.css'

export type FilterOption = {
  key: string
  /** The name of the filter: "Issue". */
  filter: string
  /** The value: "Noindex". */
  label: string
  isOn: boolean
  /** The number of rows that the list has with it. Undefined if it isn't counted. */
  count?: { count: number; isAtLeast: boolean } | undefined
  /** Sets the filter or, if it has this value, clears it. */
  onChoose: () => void
}

export type FilterOptions = { label: string; items: FilterOption[] }

/** Returns the values of a plain choice. */
export const optionsOf = <Value extends string>(
  filter: string,
  values: readonly (readonly [value: Value, label: string])[],
  chosen: Value | null,
  onChange: (value: Value | null) => void,
): FilterOptions => ({
  label: filter,
  items: values.map(([value, label]) => {
    const isOn = value === chosen
    return { key: `${filter} ${value}`, filter, label, isOn, onChoose: () => onChange(isOn ? null : value) }
  }),
})

/** One field for all choices of a list's filters: finds their values by words. Those without a row come last. */
export function FilterPicker({ groups }: { groups: readonly FilterOptions[] }) {
  const [typed, setTyped] = useState('')
  const sorted = groups
    .filter(({ items }) => items.length > 0)
    .map((group) => ({ ...group, items: group.items.toSorted((a, b) => Number(isEmpty(a)) - Number(isEmpty(b))) }))
  return (
    <Autocomplete.Root
      inline
      open
      autoHighlight
      items={sorted}
      itemToStringValue={nameOf}
      value={typed}
      onValueChange={(text, { reason }) => reason === 'input-change' && setTyped(text)}
    >
      <div className={`control row ${styles.field}`}>
        <Icon name="search" />
        <Autocomplete.Input
          className="bare grow"
          aria-label={words.label}
          placeholder={words.placeholder}
          spellCheck={false}
          enterKeyHint="go"
        />
      </div>
      <Autocomplete.Empty className={`muted ${styles.none}`}>{words.none(typed.trim())}</Autocomplete.Empty>
      <Autocomplete.List aria-label={words.label} className={styles.list}>
        {({ label, items }: FilterOptions) => (
          <Autocomplete.Group key={label} items={items}>
            <Autocomplete.GroupLabel className={`faint tiny ${styles.heading}`}>{label}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(option: FilterOption) => (
                <Option
                  key={option.key}
                  option={option}
                  isFound={typed !== ''}
                  onChoose={() => {
                    setTyped('')
                    option.onChoose()
                  }}
                />
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

const isEmpty = ({ count }: FilterOption) => count?.count === 0
const nameOf = ({ filter, label }: FilterOption) => words.option(filter, label)

/** A value that was found by its words has its filter before it. */
const Option = ({ option, isFound, onChoose }: { option: FilterOption; isFound: boolean; onChoose: () => void }) => (
  <Autocomplete.Item
    value={option}
    className={classes('option row', option.isOn && styles.on, isEmpty(option) && 'faint')}
    onClick={onChoose}
  >
    <span className="cut grow">{isFound ? nameOf(option) : option.label}</span>
    {option.isOn && (
      <>
        <span className="hidden-visually">{words.isOn}</span>
        <Icon name="check" />
      </>
    )}
    {option.count && (
      <small className="faint tiny">
        {grouped(option.count.count)}
        {option.count.isAtLeast && '+'}
      </small>
    )}
  </Autocomplete.Item>
)
