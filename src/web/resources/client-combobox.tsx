import { Combobox } from '@base-ui/react/combobox'
import { useId } from 'react'
import type { Client } from '#contract/access/clients.ts'
import { Button } from '#web/ui/button.tsx'
import type { FieldAria } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useClients } from './clients.ts'
import { clientWords as words } from './words.ts'
import styles from './website-combobox.module.css'

type ClientComboboxProps = {
  clientId: number | null
  onChoose: (clientId: number | null) => void
  /** Shown while none is chosen. */
  placeholder: string
  /** Of the field around it. Without one, the label is for screen readers alone. */
  aria?: FieldAria
  /** Which of the clients are offered. */
  isOffered?: (client: Client) => boolean
}

/** Chooses one of the clients that aren't archived, by typing. */
export function ClientCombobox({ clientId, onChoose, placeholder, aria, isOffered = isCurrent }: ClientComboboxProps) {
  const clients = useClients()
  const ownId = useId()
  const items = clients.filter((client) => isOffered(client) || client.id === clientId)
  const chosen = items.find(({ id }) => id === clientId) ?? null
  return (
    <Combobox.Root
      items={items}
      autoHighlight
      itemToStringLabel={nameOf}
      value={chosen}
      onValueChange={(client: Client | null, { reason }) => {
        // Escape closes what is around the field.
        if (reason !== 'escape-key') onChoose(client?.id ?? null)
      }}
    >
      <Combobox.InputGroup className={`control row ${styles.combobox}`}>
        {aria === undefined && (
          <label htmlFor={ownId} className="hidden-visually">
            {words.label}
          </label>
        )}
        <Combobox.Input
          id={ownId}
          {...aria}
          spellCheck={false}
          placeholder={placeholder}
          onFocus={(event) => event.target.select()}
        />
        {chosen === null ? (
          <Icon name="down" />
        ) : (
          <Combobox.Clear
            render={
              <Button variant="plain" size="s" iconOnly icon="cross">
                {words.clear}
              </Button>
            }
          />
        )}
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={5} collisionPadding={8}>
          <Combobox.Popup className={`over ${styles.popup}`}>
            <Combobox.List className={styles.list} aria-label={words.options}>
              {(client: Client) => (
                <Combobox.Item key={client.id} value={client} className={`option row spread ${styles.option}`}>
                  <span className="cut">{client.name}</span>
                  <small className="faint tiny">{words.websites(client.websites_count)}</small>
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

const isCurrent = ({ archived }: Client) => !archived
const nameOf = ({ name }: Client) => name
