import { useId, useState } from 'react'
import { type AlertRuleFields, AlertRuleForm } from '#contract/forms/alert-forms.ts'
import { fieldsOf } from '#contract/forms/form.ts'
import { type AlertCondition, alertConditions, type AlertRule } from '#contract/jobs/alerts.ts'
import type { View } from '#contract/lists/views.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Fields, GroupError, TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form.tsx'
import { type FormField, useContractForm } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/field.tsx'
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

/** Pages get worse. Changes of texts and of the number of pages are normal for most views. */
const defaultConditions: AlertCondition[] = ['not_indexable', 'score_drop', 'becomes_bad', 'new_issue']

function RuleForm({ view, rule, onSecret, onClose }: AlertsDialogProps & { onSecret: (secret: string) => void }) {
  const form = useContractForm({
    schema: AlertRuleForm,
    values: {
      conditions: rule?.conditions ?? defaultConditions,
      mail_to: rule?.mail_to.join(', ') ?? '',
      webhook_url: rule?.webhook_url ?? '',
    },
    async submit(fields) {
      const saved = rule ? await changeRule(rule.id, fields) : await createRule(view.id, fields)
      if (saved.webhook_secret !== null && !rule?.webhook_secret) return onSecret(saved.webhook_secret)
      onClose()
      showToast({ text: rule ? words.changed(view.name) : words.created(view.name), tone: 'good' })
    },
  })
  const text = { autoCapitalize: 'none', spellCheck: false } as const
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
        form={form}
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
        onClose={onClose}
      >
        <p>{words.about(view.name)}</p>
        <ConditionChoice field={form.field('conditions')} />
        <p className="muted small">{words.always}</p>
        <Fields
          form={form}
          controls={{
            mail_to: <TextField field={form.field('mail_to')} inputMode="email" {...text} />,
            webhook_url: <TextField field={form.field('webhook_url')} inputMode="url" {...text} />,
          }}
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
      error={failure}
      onConfirm={() => submit(undefined)}
      onClose={onClose}
    >
      <p>{words.removeText}</p>
    </ConfirmDialog>
  )
}

function ConditionChoice({ field }: { field: FormField<AlertCondition[]> }) {
  const id = useId()
  return (
    <fieldset className={`grid ${styles.conditions}`} aria-describedby={field.error && id}>
      <legend>{words.conditions}</legend>
      {alertConditions.map((condition) => (
        <Checkbox
          key={condition}
          {...field.register()}
          value={condition}
          label={words.condition[condition]}
          aria-invalid={field.error ? true : undefined}
        />
      ))}
      <GroupError id={id} error={field.error} />
    </fieldset>
  )
}

/** The secret of a webhook, with instructions for verifying requests. */
const Secret = ({ secret }: { secret: string }) => (
  <div className={`stack snug ${styles.secret}`}>
    <p>{words.secretText}</p>
    <div className={`cluster ${styles.secretRow}`}>
      <code aria-label={words.secret}>{secret}</code>
      <CopyButton text={secret} label={words.copySecret} doneLabel={words.secretCopied} />
    </div>
    <p>{words.verify}</p>
  </div>
)

const outdate = () => void queryClient.invalidateQueries({ queryKey: alertQueries.rules().queryKey })

export function createRule(viewId: number, fields: AlertRuleFields): Promise<AlertRule> {
  const form = { view_id: `${viewId}`, ...fieldsOf(fields) }
  return currentClient()
    .write('POST', '/alerts/rules', readRule, { form, hasSecret: true, creates: true })
    .finally(outdate)
}

export const changeRule = (id: number, fields: AlertRuleFields): Promise<AlertRule> =>
  currentClient()
    .write('PUT', `/alerts/rules/${id}`, readRule, { form: fieldsOf(fields), hasSecret: true })
    .finally(outdate)

export const removeRule = (id: number) => currentClient().remove(`/alerts/rules/${id}`).finally(outdate)
