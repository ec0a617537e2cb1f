import { useId } from 'react'
import { type Privacy, privacies, privacyLabels, privacyValues } from '#contract/websites/website.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PasswordField } from './password-field.tsx'
import type { PrivacyDraft } from './privacy-change.ts'
import { privacyIcons } from './privacy-link.tsx'
import { privacyWords as words } from './words.ts'
import styles from './privacy.module.css'

type PrivacyChoiceProps = {
  domain: string
  draft: PrivacyDraft
  /** Null if the server does not report it. */
  passwordSet: boolean | null
  /** Null if the server does not report it. The choice is then hidden. */
  findable: boolean | null
  privacyError: string | undefined
  passwordError: string | undefined
  onChange: (change: Partial<PrivacyDraft & { privacy: Privacy }>) => void
}

/** The radio buttons of the three privacies, with the fields that belong to the checked one. */
export function PrivacyChoice({
  domain,
  draft,
  passwordSet,
  findable,
  privacyError,
  passwordError,
  onChange,
}: PrivacyChoiceProps) {
  const id = useId()
  return (
    <fieldset className={styles.choices}>
      <legend className="hidden-visually">{words.legend}</legend>
      {privacyValues.map((value) => (
        <div key={value} className={styles.choice}>
          <label>
            <input
              type="radio"
              name="privacy"
              value={value}
              checked={draft.privacy === value}
              aria-labelledby={`${id}-name-${value}`}
              aria-describedby={`${id}-text-${value}`}
              aria-invalid={privacyError && draft.privacy === value ? true : undefined}
              onChange={() => onChange({ privacy: value })}
            />
            <span className={styles.name} id={`${id}-name-${value}`}>
              {privacyLabels[value]}
            </span>
            <Icon name={privacyIcons[value]} />
            <span className={styles.text} id={`${id}-text-${value}`}>
              {words.choice[value]}
            </span>
          </label>
          {value === privacies.public && draft.privacy === value && findable !== null && (
            <div className={styles.more}>
              <Checkbox
                checked={draft.findable ?? findable}
                label={words.findable}
                hint={words.findableText}
                onChange={({ target }) => onChange({ findable: target.checked })}
              />
            </div>
          )}
          {value === privacies.password && draft.privacy === value && (
            <div className={styles.more}>
              <PasswordField
                domain={domain}
                password={draft.password}
                isSet={passwordSet}
                error={passwordError}
                onChange={(password, isGenerated) => onChange({ password, isGenerated })}
              />
            </div>
          )}
        </div>
      ))}
      {privacyError && (
        <p className={styles.error} role="alert">
          <Icon name="warn" />
          {privacyError}
        </p>
      )}
    </fieldset>
  )
}
