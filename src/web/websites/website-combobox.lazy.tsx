import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Website } from '#contract/website.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { comboboxWords } from '#web/list/words.ts'
import { openComboboxWords } from './combobox-words.ts'
import { closedCombobox, pressKey, typedInto } from './combobox-state.ts'
import { useWebsiteName } from './use-website-name.ts'
import type { WebsiteComboboxProps } from './website-combobox.tsx'
import styles from './website-combobox.module.css'
import { WebsiteOptions } from './website-options.tsx'

/** Chooses one website among any number of them, searching on the server. With `focused` it takes the focus over. */
export function WebsiteComboboxLive({ websiteId, onChoose, focused }: WebsiteComboboxProps & { focused: boolean }) {
  const [state, setState] = useState(closedCombobox)
  const [options, setOptions] = useState<Website[]>([])
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const chosen = useWebsiteName(websiteId)

  useLayoutEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])

  const choose = (website: Website) => {
    setState(closedCombobox)
    onChoose(website.id)
  }
  const press = (event: KeyboardEvent) => {
    const { state: next, chosen, handled } = pressKey(state, event, options.length)
    setState(next)
    const website = chosen === null ? undefined : options[chosen]
    if (website) choose(website)
    if (handled) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  const clear = () => {
    setState(closedCombobox)
    onChoose(null)
    input.current?.focus()
  }
  const active = state.open ? options[state.active] : undefined

  return (
    <div className={styles.combobox} data-chosen={websiteId !== null || undefined}>
      <label htmlFor={id}>{comboboxWords.label}</label>
      <input
        ref={input}
        id={id}
        type="text"
        role="combobox"
        aria-expanded={state.open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${active.id}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={253}
        placeholder={state.open ? openComboboxWords.placeholder : comboboxWords.all}
        value={state.draft ?? chosen?.short ?? ''}
        onChange={(event) => setState(typedInto(event.target.value))}
        onFocus={(event) => event.target.select()}
        onMouseDown={() => setState((now) => (now.open ? now : { ...now, open: true }))}
        onKeyDown={press}
        onBlur={() => setState(closedCombobox)}
      />
      {websiteId === null ? (
        <Icon name="down" />
      ) : (
        <Button
          variant="plain"
          size="s"
          iconOnly
          icon="cross"
          onMouseDown={(event) => event.preventDefault()}
          onClick={clear}
        >
          {openComboboxWords.clear}
        </Button>
      )}
      {state.open && (
        <WebsiteOptions
          id={id}
          search={state.draft ?? ''}
          active={active?.id}
          onOptions={setOptions}
          onChoose={choose}
        />
      )}
    </div>
  )
}
