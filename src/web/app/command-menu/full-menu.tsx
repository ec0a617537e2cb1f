import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { maxSearchLength } from '#contract/lists/list-query.ts'
import { useCanEditAny } from '#web/resources/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { UrlText } from '#web/ui/url.tsx'
import { menuFieldWords } from '../words.ts'
import type { MenuProps } from './command-menu.tsx'
import type { Entry } from './entries.ts'
import { type EntryGroup, useFound } from './use-found.ts'
import { commandMenuWords as words } from './words.ts'
import styles from './command-menu.module.css'

/** The field and what it finds: pages, views, websites, reports and actions. */
export function FullMenu({ typed, onType, opener, onClose }: MenuProps) {
  const { groups, searching, failed } = useFound(typed)
  const isTooLong = [...typed.trim()].length > maxSearchLength
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  const nothing = count === 0 && !searching
  const hint = useCanEditAny() ? `${words.noneHint} ${words.analyseHint}` : words.noneHint
  const navigate = useNavigate()
  const run = (entry: Entry) => {
    // The focus returns to the page first, so that the entry can move it from there.
    flushSync(onClose)
    if ('to' in entry) void navigate(entry.to)
    else entry.act()
  }
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop enters" />
        <Dialog.Popup
          aria-modal
          className={`over enters ${styles.menu}`}
          aria-label={menuFieldWords.label}
          data-command-menu
          finalFocus={() => opener ?? false}
        >
          <Autocomplete.Root
            inline
            open
            mode="none"
            autoHighlight="always"
            keepHighlight
            items={groups}
            itemToStringValue={labelOf}
            value={typed}
            onValueChange={(text, { reason }) => reason === 'input-change' && onType(text)}
          >
            <div className={`row snug faint ${styles.box}`}>
              <Icon name="search" />
              <Autocomplete.Input
                className="bare"
                autoFocus
                aria-label={menuFieldWords.label}
                placeholder={menuFieldWords.placeholder}
                autoCapitalize="none"
                spellCheck={false}
                enterKeyHint="go"
              />
              <Button variant="plain" size="s" iconOnly icon="cross" onClick={onClose}>
                {menuFieldWords.close}
              </Button>
            </div>
            <Autocomplete.List aria-label={words.results} aria-busy={searching} className={styles.list}>
              {({ group, items }: EntryGroup) => (
                <Autocomplete.Group key={group} items={items}>
                  <Autocomplete.GroupLabel className={`row faint tiny ${styles.group}`}>
                    {words.groups[group]}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(entry: Entry) => <Option key={entry.key} entry={entry} onChoose={() => run(entry)} />}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
          {nothing && <p className={styles.none}>{hint}</p>}
          <p role="status" className={nothing || failed || isTooLong ? styles.message : 'hidden-visually'}>
            {isTooLong ? words.tooLong : failed ? words.failed : searching ? words.searching : foundWords(typed, count)}
          </p>
          <Hints />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const labelOf = ({ label }: Entry) => label

const Option = ({ entry, onChoose }: { entry: Entry; onChoose: () => void }) => (
  <Autocomplete.Item value={entry} className={`option row ${styles.option}`} onClick={onChoose}>
    <Icon name={entry.icon} />
    <span className={`cut grow ${styles.label}`}>
      {entry.group === 'report' || entry.group === 'recent' ? <UrlText url={entry.label} /> : entry.label}
    </span>
    {entry.detail && <small className="faint tiny">{entry.detail}</small>}
  </Autocomplete.Item>
)

const Hints = () => (
  <p className={`row faint tiny ${styles.hints}`} aria-hidden="true">
    <span>
      <kbd>↑</kbd>
      <kbd>↓</kbd> {words.hints.move}
    </span>
    <span>
      <kbd>↵</kbd> {words.hints.choose}
    </span>
    <span>
      <kbd>Esc</kbd> {words.hints.close}
    </span>
  </p>
)

const foundWords = (typed: string, count: number) =>
  count === 0 ? words.none(shorter(typed.trim())) : words.found(count)

const shorter = (text: string) => ([...text].length > 60 ? `${[...text].slice(0, 59).join('')}…` : text)
