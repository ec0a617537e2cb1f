import { Combobox } from '@base-ui/react/combobox'
import { useMemo, useState } from 'react'
import { everything, type Grant } from '#contract/access/people.ts'
import { useClients } from '#web/resources/clients.ts'
import { targetOf } from '#web/resources/grants.ts'
import { useFoundWebsites } from '#web/resources/website-combobox.tsx'
import type { FieldAria } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { grantsFieldWords as words } from './people-words.ts'
import styles from '#web/resources/website-combobox.module.css'

type GrantComboboxProps = {
  aria: FieldAria
  granted: readonly Grant[]
  /** What can be granted. */
  scopes: readonly Grant['scope'][]
  onAdd: (grant: Grant) => void
}

type Option = { grant: Grant; name: string; kind: string }

const mostClients = 50

const noWebsites: ReturnType<typeof useFoundWebsites> = { rows: [], isCurrent: true, status: null }

const placeholderOf = (scopes: readonly Grant['scope'][]) =>
  scopes.includes('all')
    ? words.placeholders.all
    : words.placeholders[scopes.includes('website') ? 'website' : 'client']

/** Adds a grant of everything, a client or a website, found by typing. The server searches for the websites. */
export function GrantCombobox({ aria, granted, scopes, onAdd }: GrantComboboxProps) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const search = text.trim()
  const { options, isCurrent, status } = useOptions(search, isOpen, granted, scopes)
  const items = useMemo(
    () =>
      Combobox.createItems(options, {
        getValue: ({ grant }: Option) => targetOf(grant),
        getLabel: ({ name }: Option) => name,
      }),
    [options],
  )
  return (
    <Combobox.Root
      items={items}
      filter={null}
      autoHighlight
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        if (!open) setText('')
      }}
      value={null}
      onValueChange={(target: string | null) => {
        const chosen = options.find(({ grant }) => targetOf(grant) === target)
        if (chosen) onAdd(chosen.grant)
      }}
      inputValue={text}
      onInputValueChange={(value, change) => {
        if (change.reason === 'input-change') setText(value)
        if (change.reason === 'escape-key') change.allowPropagation()
      }}
    >
      <Combobox.InputGroup className={`control row ${styles.combobox}`}>
        <Combobox.Input {...aria} spellCheck={false} maxLength={253} placeholder={placeholderOf(scopes)} />
        <Icon name="plus" />
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={5} collisionPadding={8}>
          <Combobox.Popup className={`over ${styles.popup}`}>
            <Combobox.List className={styles.list} aria-label={words.options} aria-busy={!isCurrent}>
              {({ grant, name, kind }: Option) => (
                <Combobox.Item
                  key={targetOf(grant)}
                  value={targetOf(grant)}
                  disabled={!isCurrent}
                  className={`option row spread ${styles.option}`}
                >
                  <span className="cut">{name}</span>
                  <small className="faint tiny">{kind}</small>
                </Combobox.Item>
              )}
            </Combobox.List>
            <Combobox.Status className={status ? `muted ${styles.status}` : 'hidden-visually'}>
              {status}
            </Combobox.Status>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

/** What can be added: everything, the clients and the websites that match the search and aren't granted yet. */
function useOptions(search: string, isOpen: boolean, granted: readonly Grant[], scopes: readonly Grant['scope'][]) {
  const clients = useClients()
  const hasWebsites = scopes.includes('website')
  const found = useFoundWebsites(search, isOpen && hasWebsites)
  const { rows, isCurrent, status } = hasWebsites ? found : noWebsites
  const options = useMemo(() => {
    const isFound = (name: string) => name.toLowerCase().includes(search.toLowerCase())
    const all: Option[] = [
      ...(scopes.includes('all') ? [{ grant: everything, name: words.everything, kind: words.everythingHint }] : []),
      ...clients
        .filter(({ archived }) => !archived)
        .map(({ id, name }): Option => ({ grant: grantOf('client', id), name, kind: words.client })),
    ].filter(({ name }) => isFound(name))
    const websites = rows.map(({ id, domain }): Option => {
      return { grant: grantOf('website', id), name: unicodeHost(domain), kind: words.website }
    })
    const taken = new Set(granted.map(targetOf))
    return [...all.slice(0, mostClients), ...websites].filter(({ grant }) => !taken.has(targetOf(grant)))
  }, [clients, rows, search, granted, scopes])
  const isEmpty = isCurrent && options.length === 0
  const none = search === '' ? words.noneLeft : words.none(search)
  return { options, isCurrent, status: isEmpty ? none : options.length === 0 ? status : null }
}

const grantOf = (scope: 'client' | 'website', id: number): Grant => ({
  right: 'edit',
  scope,
  client_id: scope === 'client' ? id : null,
  website_id: scope === 'website' ? id : null,
})
