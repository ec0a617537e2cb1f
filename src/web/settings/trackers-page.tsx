import { useState } from 'react'
import {
  newIssueUrl,
  setTrackerUrl,
  type Tracker,
  trackerLabels,
  trackers,
  useTrackerUrls,
} from '#web/checks/tickets.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { Card, PageHeader } from '#web/ui/page.tsx'
import { trackerWords as words } from './words.ts'
import styles from './settings.module.css'

/** The trackers that findings are reported to. */
export const Component = () => (
  <div className="stack narrow">
    <PageHeader title={words.title} lead={words.text} />
    <Card aria-label={words.title} className={`stack snug ${styles.card}`}>
      {trackers.map((tracker) => (
        <TrackerField key={tracker} tracker={tracker} />
      ))}
    </Card>
  </div>
)

const nothing = { title: '', text: '' }

/** Keeps each complete URL at once. An incomplete one stays in the field with an error, and is not kept. */
function TrackerField({ tracker }: { tracker: Tracker }) {
  const kept = useTrackerUrls()[tracker] ?? ''
  const [draft, setDraft] = useState(kept)
  const [isLeft, setLeft] = useState(false)
  const url = draft.trim()
  const isWrong = url !== '' && newIssueUrl(tracker, url, nothing) === null
  return (
    <Field
      label={trackerLabels[tracker]}
      hint={words.hint[tracker]}
      error={isLeft && isWrong ? words.wrong[tracker] : undefined}
    >
      {(aria) => (
        <TextInput
          {...aria}
          type="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={words.example[tracker]}
          value={draft}
          onBlur={() => setLeft(true)}
          onChange={(event) => {
            const next = event.target.value.trim()
            setDraft(event.target.value)
            if (next === '' || newIssueUrl(tracker, next, nothing) !== null) setTrackerUrl(tracker, next)
          }}
        />
      )}
    </Field>
  )
}
