import { OwnKeyForm } from '#contract/forms/access-forms.ts'
import { createClient } from '#web/data/client.ts'
import { server } from '#web/data/server.ts'
import { TextField } from '#web/forms/fields.tsx'
import { Form, FormFailure } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { renameOwnKey } from './own-key.ts'
import { nameWords as words } from './words.ts'

type NameQuestionProps = {
  ownKey: string
  /** Empty beside a text that says the same. */
  hint?: ''
  autoFocus?: boolean
  onDone: () => void
  onSkip: () => void
}

/** Asks for the name of the person whose new key is `ownKey`. It can be skipped, and given later in the settings. */
export function NameQuestion({ ownKey, hint, autoFocus, onDone, onSkip }: NameQuestionProps) {
  const form = useContractForm({
    schema: OwnKeyForm,
    values: { name: '' },
    async submit({ name }) {
      // No dialog asks for another key on this page, so a rejected one is an error like any other.
      await renameOwnKey(createClient({ baseUrl: server, key: () => ownKey }), name)
      onDone()
    },
  })
  return (
    <Form form={form}>
      <TextField field={form.field('name')} hint={hint} autoFocus={autoFocus} autoComplete="name" />
      <FormFailure form={form} />
      <div className="cluster">
        <Button type="submit" variant="main" busy={form.busy}>
          {words.submit}
        </Button>
        <Button variant="plain" onClick={onSkip}>
          {words.skip}
        </Button>
      </div>
    </Form>
  )
}
