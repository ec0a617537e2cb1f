import { useId } from 'react'
import { type Privacy, privacies, privacyLabels, privacyValues } from '#contract/website.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import { privacyWords as words } from '../privacy-words.ts'
import { PasswordField } from '../password-field.tsx'
import type { PrivacyDraft } from './privacy-change.ts'
import styles from './privacy-choice.module.css'

type PrivacyChoiceProps = {
  domain: string
  draft: PrivacyDraft
  /** Null where the server does not say. */
  passwordSet: boolean | null
  /** Null where the server does not say: then nothing is asked either. */
  findable: boolean | null
  privacyError: string | undefined
  passwordError: string | undefined
  onChange: (change: { privacy?: Privacy; password?: string; findable?: boolean }) => void
}

const marks: IconName[] = ['globe', icons.lock, icons.key]

/** Three radios, each with a sentence on who can see what; the password belongs to the third. */
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
            <Icon name={marks[value]!} />
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
                onChange={(password) => onChange({ password })}
              />
            </div>
          )}
        </div>
      ))}
      {privacyError && (
        <p className={styles.error} role="alert">
          <Icon name={icons.warn} />
          {privacyError}
        </p>
      )}
    </fieldset>
  )
}
