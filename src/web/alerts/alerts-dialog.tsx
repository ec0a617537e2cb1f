import { useState } from 'react'
import { AlertRuleForm } from '#contract/forms/alert-forms.ts'
import { messageOf } from '#contract/forms/form.ts'
import { type AlertCondition, alertConditions, type AlertRule } from '#contract/jobs/alerts.ts'
import type { View } from '#contract/lists/views.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { alertQueries, readRule } from './queries.ts'
import { alertsWords as words } from './words.ts'
import styles from './alerts.module.css'

type AlertsDialogProps = {
  view: Pick<View, 'id' | 'name'>
  /** The present rule, if there is one. */
  rule: AlertRule | undefined
  onClose: () => void
}

/** Creates, changes or removes the alerts of a view. A new webhook is followed by the secret that verifies it. */
export function AlertsDialog({ view, rule, onClose }: AlertsDialogProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const [wasCreated] = useState(rule === undefined)
  if (secret === null) return <RuleForm view={view} rule={rule} onSecret={setSecret} onClose={onClose} />
  return (
    <Dialog
      open
      title={words.secretTitle[wasCreated ? 'created' : 'webhookAdded']}
      onClose={onClose}
      actions={<Button onClick={onClose}>{words.close}</Button>}
    >
      <Secret secret={secret} />
    </Dialog>
  )
}

const allConditions: AlertCondition[] = alertConditions.filter((condition) => condition !== 'count_changed')

function RuleForm({ view, rule, onSecret, onClose }: AlertsDialogProps & { onSecret: (secret: string) => void }) {
  // Changes of the number of pages are normal for most views.
  const [conditions, setConditions] = useState<AlertCondition[]>(rule?.conditions ?? allConditions)
  const [mailTo, setMailTo] = useState(rule?.mail_to.join(', ') ?? '')
  const [webhookUrl, setWebhookUrl] = useState(rule?.webhook_url ?? '')
  const fields = { conditions, mail_to: mailTo, webhook_url: webhookUrl }
  const { form, busy, fieldError, failure, refuse, clear, submit } = useSubmit(async () => {
    const saved = rule ? await changeRule(rule.id, fields) : await createRule(view.id, fields)
    if (saved.webhook_secret !== null && !rule?.webhook_secret) return onSecret(saved.webhook_secret)
    onClose()
    showToast({ text: rule ? words.changed(view.name) : words.created(view.name), tone: 'good' })
  })
  const [isRemoving, setRemoving] = useState(false)
  return (
    <>
      {/* Before the other dialog: closing both gives the focus back to the button that opened that one. */}
      {rule && (
        <RemovalDialog
          open={isRemoving}
          view={view}
          rule={rule}
          onRemoved={onClose}
          onClose={() => setRemoving(false)}
        />
      )}
      <FormDialog
        title={rule ? words.changeTitle : words.newTitle}
        submitLabel={rule ? words.save : words.create}
        cancelLabel={words.cancel}
        otherAction={
          rule && (
            <Button icon="trash" aria-haspopup="dialog" onClick={() => setRemoving(true)}>
              {words.remove}
            </Button>
          )
        }
        form={form}
        busy={busy}
        error={failure(...shownFields)}
        onChange={clear}
        // The server checks the recipients.
        onSubmit={() =>
          conditions.length === 0
            ? refuse('conditions', messageOf(AlertRuleForm, { field: 'conditions', code: 'required' }))
            : submit(undefined)
        }
        onClose={onClose}
      >
        <p>{words.about(view.name)}</p>
        <ConditionChoice conditions={conditions} error={fieldError('conditions')} onChange={setConditions} />
        <p className={styles.note}>{words.always}</p>
        <RecipientField
          label={words.mail}
          hint={words.mailHint}
          error={fieldError('mail_to')}
          inputMode="email"
          value={mailTo}
          onChange={setMailTo}
        />
        <RecipientField
          label={words.webhook}
          hint={words.webhookHint}
          error={fieldError('webhook_url')}
          inputMode="url"
          value={webhookUrl}
          onChange={setWebhookUrl}
        />
        {rule?.webhook_secret && (
          <details>
            <summary>{words.secret}</summary>
            <Secret secret={rule.webhook_secret} />
          </details>
        )}
      </FormDialog>
    </>
  )
}

type RemovalDialogProps = {
  open: boolean
  view: AlertsDialogProps['view']
  rule: AlertRule
  onRemoved: () => void
  onClose: () => void
}

/** Confirms the removal of a view's alerts. */
function RemovalDialog({ open, view, rule, onRemoved, onClose }: RemovalDialogProps) {
  const { busy, failure, submit } = useSubmit(async () => {
    await removeRule(rule.id)
    onRemoved()
    showToast({ text: words.removed(view.name) })
  })
  return (
    <ConfirmDialog
      open={open}
      title={words.removeTitle(view.name)}
      confirmLabel={words.remove}
      cancelLabel={words.cancel}
      danger
      busy={busy}
      error={failure()}
      onConfirm={() => submit(undefined)}
      onClose={onClose}
    >
      <p>{words.removeText}</p>
    </ConfirmDialog>
  )
}

type ConditionChoiceProps = {
  conditions: readonly AlertCondition[]
  error: string | undefined
  onChange: (conditions: AlertCondition[]) => void
}

const ConditionChoice = ({ conditions, error, onChange }: ConditionChoiceProps) => (
  <fieldset className={styles.conditions}>
    <legend>{words.conditions}</legend>
    {alertConditions.map((condition) => (
      <Checkbox
        key={condition}
        label={words.condition[condition]}
        checked={conditions.includes(condition)}
        aria-invalid={error ? true : undefined}
        onChange={({ target }) =>
          onChange(alertConditions.filter((one) => (one === condition ? target.checked : conditions.includes(one))))
        }
      />
    ))}
    {error && (
      <p role="alert" className={styles.error}>
        <Icon name="warn" />
        {error}
      </p>
    )}
  </fieldset>
)

type RecipientFieldProps = {
  label: string
  hint: string
  error: string | undefined
  inputMode: 'email' | 'url'
  value: string
  onChange: (value: string) => void
}

const RecipientField = ({ label, hint, error, inputMode, value, onChange }: RecipientFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(aria) => (
      <TextInput
        {...aria}
        inputMode={inputMode}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)

const shownFields = ['conditions', 'mail_to', 'webhook_url']

/** The secret of a webhook, and how it verifies requests. */
const Secret = ({ secret }: { secret: string }) => (
  <div className={styles.secret}>
    <p>{words.secretText}</p>
    <div className={styles.secretRow}>
      <code aria-label={words.secret}>{secret}</code>
      <CopyButton text={secret} label={words.copySecret} doneLabel={words.secretCopied} />
    </div>
    <p>{words.verify}</p>
  </div>
)

/** The fields of an alert rule, as its form sends them. */
export type RuleFields = { conditions: AlertCondition[]; mail_to: string; webhook_url: string }

const formOf = ({ conditions, mail_to, webhook_url }: RuleFields): Record<string, string> => ({
  conditions: conditions.join(','),
  mail_to,
  webhook_url: webhook_url.trim(),
})

const outdate = () => void queryClient.invalidateQueries({ queryKey: alertQueries.rules().queryKey })

export function createRule(viewId: number, fields: RuleFields): Promise<AlertRule> {
  const form = { view_id: `${viewId}`, ...formOf(fields) }
  return currentClient()
    .write('POST', '/alerts/rules', readRule, { form, hasSecret: true, creates: true })
    .finally(outdate)
}

export const changeRule = (id: number, fields: RuleFields): Promise<AlertRule> =>
  currentClient()
    .write('PUT', `/alerts/rules/${id}`, readRule, { form: formOf(fields), hasSecret: true })
    .finally(outdate)

export const removeRule = (id: number) => currentClient().remove(`/alerts/rules/${id}`).finally(outdate)
