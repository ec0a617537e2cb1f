import { useId, useState } from 'react'
import { type AlertRuleFields, AlertRuleForm } from '#contract/forms/alert-forms.ts'
import { fieldsOf } from '#contract/forms/form.ts'
import { type AlertCondition, type AlertRule, conditionGroups, type ConditionGroup } from '#contract/jobs/alerts.ts'
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

/** What a rule watches: a saved view of reports, or a website. */
export type AlertPlace = { kind: 'view' | 'website'; id: number; name: string }

type AlertsDialogProps = {
  place: AlertPlace
  /** The present rule, if there is one. */
  rule: AlertRule | undefined
  /** The recipients that a new rule has at first. */
  recipients?: Pick<AlertRule, 'mail_to' | 'webhook_url'> | undefined
  onClose: () => void
}

/**
 * Creates, changes or removes the alerts of a view or a website. A new webhook is followed by the secret that verifies
 * it.
 */
export function AlertsDialog({ onClose, ...form }: AlertsDialogProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const [wasCreated] = useState(form.rule === undefined)
  if (secret === null) return <RuleForm {...form} onSecret={setSecret} onClose={onClose} />
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
const defaultsOf: Record<AlertPlace['kind'], AlertCondition[]> = {
  view: defaultConditions,
  website: [
    ...defaultConditions,
    'broken_links',
    'robots_changed',
    'sitemap_size',
    'new_5xx',
    'canonical_host',
    'indexable_share',
    'google_dropped',
    'clicks_at_risk',
  ],
}

function RuleForm({
  place,
  rule,
  recipients,
  onSecret,
  onClose,
}: AlertsDialogProps & { onSecret: (secret: string) => void }) {
  const proposed = rule ?? recipients
  const form = useContractForm({
    schema: AlertRuleForm,
    values: {
      conditions: rule?.conditions ?? defaultsOf[place.kind],
      mail_to: proposed?.mail_to.join(', ') ?? '',
      webhook_url: proposed?.webhook_url ?? '',
    },
    async submit(fields) {
      const saved = rule ? await changeRule(rule.id, fields) : await createRule(place, fields)
      if (saved.webhook_secret !== null && !rule?.webhook_secret) return onSecret(saved.webhook_secret)
      onClose()
      showToast({ text: rule ? words.changed(place.name) : words.created(place.name), tone: 'good' })
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
          place={place}
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
        <p>{words.about(place.name)}</p>
        <Fields
          form={form}
          controls={{
            mail_to: <TextField field={form.field('mail_to')} inputMode="email" {...text} />,
            webhook_url: <TextField field={form.field('webhook_url')} inputMode="url" {...text} />,
          }}
        />
        <p className="muted small">{words.always}</p>
        {/* The defaults suit most, so a new rule needs no choice. */}
        <details className="reveal" open={rule !== undefined || form.field('conditions').error !== undefined}>
          <summary>{words.chosen(form.values.conditions.length)}</summary>
          <ConditionChoice field={form.field('conditions')} />
        </details>
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
  place: AlertPlace
  rule: AlertRule
  onRemoved: () => void
  onClose: () => void
}

/** Confirms the removal of alerts. */
function RemovalDialog({ open, place, rule, onRemoved, onClose }: RemovalDialogProps) {
  const { busy, failure, submit } = useSubmit(async () => {
    await removeRule(rule.id)
    onRemoved()
    showToast({ text: words.removed(place.name) })
  })
  return (
    <ConfirmDialog
      open={open}
      title={words.removeTitle(place.name)}
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
      {(Object.keys(conditionGroups) as ConditionGroup[]).map((group) => (
        <div key={group} role="group" className={`grid ${styles.conditions}`} aria-label={words.conditionGroup[group]}>
          <p className="medium small">{words.conditionGroup[group]}</p>
          {conditionGroups[group].map((condition) => (
            <Checkbox
              key={condition}
              {...field.register()}
              value={condition}
              label={words.condition[condition]}
              aria-invalid={field.error ? true : undefined}
            />
          ))}
        </div>
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

export function createRule({ kind, id }: Pick<AlertPlace, 'kind' | 'id'>, fields: AlertRuleFields): Promise<AlertRule> {
  const form = { [`${kind}_id`]: `${id}`, ...fieldsOf(fields) }
  return currentClient()
    .write('POST', '/alerts/rules', readRule, { form, hasSecret: true, creates: true })
    .finally(outdate)
}

export const changeRule = (id: number, fields: AlertRuleFields): Promise<AlertRule> =>
  currentClient()
    .write('PUT', `/alerts/rules/${id}`, readRule, { form: fieldsOf(fields), hasSecret: true })
    .finally(outdate)

export const removeRule = (id: number) => currentClient().remove(`/alerts/rules/${id}`).finally(outdate)
