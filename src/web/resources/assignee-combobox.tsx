import { Combobox } from '@base-ui/react/combobox'
import { useMemo } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useAssignees } from './people.ts'
import { assigneeWords as words } from './words.ts'
import styles from './website-combobox.module.css'

type AssigneeComboboxProps = {
  /** The ID of the person, empty for no one. */
  value: string
  onChoose: (value: string) => void
  /** The ID that a label outside names. */
  fieldId: string
}

type Option = { id: string; name: string; label: string }

const noOne: Option = { id: '', name: '', label: words.noOne }

/** Chooses the person who is to fix an issue: the reader first, or no one. */
export function AssigneeCombobox({ value, onChoose, fieldId }: AssigneeComboboxProps) {
  const people = useAssignees()
  const items = useMemo(
    () =>
      Combobox.createItems([...people.map(({ id, name, label }) => ({ id: String(id), name, label })), noOne], {
        getValue: ({ id }: Option) => id,
        getLabel: ({ label }: Option) => label,
      }),
    [people],
  )
  return (
    <Combobox.Root
      items={items}
      autoHighlight
      value={value}
      onValueChange={(chosen, { reason }) => {
        // Escape closes what is around the field.
        if (reason !== 'escape-key') onChoose(chosen ?? '')
      }}
    >
      <Combobox.InputGroup className={`control row ${styles.combobox}`}>
        <Combobox.Input
          id={fieldId}
          // The label outside is hidden from assistive technology while the list is open.
          aria-label={words.label}
          spellCheck={false}
          data-autofocus
          onFocus={(event) => event.target.select()}
        />
        <Icon name="down" />
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={5} collisionPadding={8}>
          <Combobox.Popup className={`over ${styles.popup}`}>
            <Combobox.List className={styles.list} aria-label={words.people}>
              {({ id, name, label }: Option) => (
                <Combobox.Item key={id} value={id} className={`option row ${styles.option}`}>
                  {id !== '' && <Avatar name={name} />}
                  <span className="cut">{label}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
            <Combobox.Empty className={`muted ${styles.status}`}>{words.none}</Combobox.Empty>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
