import { Combobox } from '@base-ui/react/combobox'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { defaultWebsiteQuery, type WebsiteListQuery } from '#contract/lists/list-query.ts'
import type { AnyWebsite } from '#contract/websites/website.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { useSettled } from '#web/ui/use-timers.ts'
import { useWebsiteName, websiteQueries } from './websites.tsx'
import { websiteFilterWords as words } from './words.ts'
import styles from './website-combobox.module.css'

type WebsiteComboboxProps = {
  websiteId: number | null
  onChoose: (websiteId: number | null) => void
  /** Shown while none is chosen. */
  placeholder?: string
  /** The ID that a label outside names. Without it, the label is inside. */
  fieldId?: string
}

/** Chooses one website of any number. The server searches for the options. */
export function WebsiteCombobox({ websiteId, onChoose, placeholder = words.all, fieldId }: WebsiteComboboxProps) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<{ text: string; over: number | null } | null>(null)
  // Null while the field shows the chosen website. What is typed over one's name is not for the next one.
  const text = typed?.over === websiteId ? typed.text : null
  const ownId = useId()
  const id = fieldId ?? ownId
  const chosen = useWebsiteName(websiteId)
  const { rows, isCurrent, status } = useFoundWebsites(text?.trim() ?? '', isOpen)
  const items = useMemo(() => Combobox.createItems(rows, { getValue: idOf, getLabel: nameOf }), [rows])
  return (
    <Combobox.Root
      items={items}
      filter={null}
      autoHighlight
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        if (!open) setTyped(null)
      }}
      value={websiteId}
      onValueChange={(value, { reason }) => {
        // Escape closes what is around the field.
        if (reason !== 'escape-key') onChoose(value)
      }}
      inputValue={text ?? chosen?.short ?? ''}
      onInputValueChange={(value, change) => {
        if (change.reason === 'input-change') setTyped({ text: value, over: websiteId })
        if (change.reason === 'escape-key') change.allowPropagation()
      }}
    >
      <Combobox.InputGroup className={`control row ${styles.combobox}`}>
        {fieldId === undefined && <label htmlFor={id}>{words.label}</label>}
        <Combobox.Input
          id={id}
          spellCheck={false}
          maxLength={253}
          placeholder={isOpen ? words.placeholder : placeholder}
          onFocus={(event) => event.target.select()}
        />
        {websiteId === null ? (
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
            <Combobox.List className={styles.list} aria-label={words.options} aria-busy={!isCurrent}>
              {(website: AnyWebsite) => (
                <Combobox.Item
                  key={website.id}
                  value={website.id}
                  disabled={!isCurrent}
                  className={`option row spread ${styles.option}`}
                >
                  <span className="cut">{nameOf(website)}</span>
                  {website.reports_count !== null && (
                    <small className="faint tiny">{words.reports(website.reports_count)}</small>
                  )}
                </Combobox.Item>
              )}
            </Combobox.List>
            <Combobox.Status className={status ? `muted ${styles.status}` : 'hidden-visually'}>
              {status ?? (isCurrent ? words.found(rows.length) : '')}
            </Combobox.Status>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

const idOf = ({ id }: AnyWebsite) => id
const nameOf = ({ domain }: AnyWebsite) => unicodeHost(domain)

const mostReports: WebsiteListQuery = { ...defaultWebsiteQuery, sort_by: 'reports_count' }
const none: AnyWebsite[] = []

/**
 * The websites with the most reports, or those that match the search. `isCurrent` is false while they belong to an
 * earlier search.
 */
export function useFoundWebsites(search: string, isOpen: boolean) {
  const settled = useSettled(search, 150)
  const found = useQuery({
    ...websiteQueries.list({ ...mostReports, search: settled }),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  const rows = found.data?.rows ?? none
  const status = found.isError
    ? words.failed
    : !found.data
      ? words.loading
      : rows.length === 0
        ? words.none(settled)
        : null
  return { rows, isCurrent: settled === search && !found.isPlaceholderData, status }
}
