import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { SearchForm } from '#contract/forms/search-forms.ts'
import type { ConnectionKind, SearchProperty } from '#contract/google/search-connection.ts'
import { GroupError } from '#web/forms/fields.tsx'
import { Form, FormFailure } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { chooseProperty, propertiesQuery } from './queries.ts'
import { websiteGoogleWords } from './words.ts'
import styles from './google.module.css'

const words = websiteGoogleWords.property

type ChoosePropertyProps = { id: number; kind: ConnectionKind; property: string | null; onDone: () => void }

/** The properties of the account, of which a person chooses one. */
export function ChooseProperty(props: ChoosePropertyProps) {
  const result = useQuery(propertiesQuery(props.id))
  return (
    <QueryStates result={result} height="8rem">
      {(properties) =>
        properties.length === 0 ? (
          <div className="stack snug">
            <p className="muted linked">
              {words.none}{' '}
              <a href={words.users} target="_blank" rel="noopener noreferrer">
                {words.openUsers}
              </a>
            </p>
            <div>
              <Cancel {...props} />
            </div>
          </div>
        ) : (
          <Choice {...props} properties={properties} />
        )
      }
    </QueryStates>
  )
}

/** Keeps the property that was chosen before. */
const Cancel = ({ property, onDone }: Pick<ChoosePropertyProps, 'property' | 'onDone'>) =>
  property !== null && <Button onClick={onDone}>{websiteGoogleWords.cancel}</Button>

const domainPrefix = 'sc-domain:'

function Choice({ id, kind, property, onDone, properties }: ChoosePropertyProps & { properties: SearchProperty[] }) {
  const errorId = useId()
  const form = useContractForm({
    schema: SearchForm,
    values: { kind, property: property ?? '' },
    async submit(_, signal) {
      const { property: chosen } = form.values
      await chooseProperty(id, { kind, property: chosen }, signal)
      showToast({ text: words.saved(chosen.replace(domainPrefix, '')), tone: 'good' })
      onDone()
    },
  })
  const field = form.field('property')
  return (
    <Form form={form} className="snug">
      <fieldset className="stack snug" aria-describedby={field.error && errorId}>
        <legend className="medium">{words.title}</legend>
        <p className="muted small">{words.text}</p>
        <ul className={`picks ${styles.properties}`}>
          {properties.map(({ property: name, permission }) => {
            const isDomain = name.startsWith(domainPrefix)
            return (
              <li key={name}>
                <label>
                  <input type="radio" value={name} autoFocus={name === property} {...field.register()} />
                  <span className="spread">
                    <span className="breaks">{name.replace(domainPrefix, '')}</span>
                    <span className="faint small">
                      {isDomain ? words.domain : words.prefix} · {words.permissions[permission] ?? permission}
                    </span>
                  </span>
                </label>
              </li>
            )
          })}
        </ul>
        <GroupError id={errorId} error={field.error} />
      </fieldset>
      <FormFailure form={form} />
      <div className="cluster">
        <Button type="submit" variant="main" busy={form.busy}>
          {words.submit}
        </Button>
        <Cancel property={property} onDone={onDone} />
      </div>
    </Form>
  )
}
