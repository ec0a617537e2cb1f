import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  identityDraft,
  isPartSet,
  type SecretChoice,
  type SecretPart,
  secretPartNames,
} from '#contract/forms/identity-form.ts'
import { renderModes } from '#contract/reports/rendering.ts'
import { renderValues } from '#contract/websites/identity.ts'
import { type AnyWebsite, privacies } from '#contract/websites/website.ts'
import { CheckboxField, SecretInput, SegmentsField, TextAreaField, TextField } from '#web/forms/fields.tsx'
import { RecordForm } from '#web/forms/form.tsx'
import { renderWords } from '#web/forms/render-words.ts'
import type { FormField } from '#web/forms/use-contract-form.ts'
import { useRecordForm } from '#web/forms/use-record-form.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { showToast } from '#web/ui/toast.tsx'
import { identityQuery, type LoadedIdentity, putIdentity } from './queries.ts'
import { identityWords as words } from './words.ts'
import styles from './identity.module.css'

function valuesOf(identity: LoadedIdentity) {
  const choiceOf = (part: SecretPart): SecretChoice =>
    identity.is_locked || isPartSet(identity, part) ? 'keep' : 'replace'
  return {
    render: String(identity.render),
    judge_as_production: identity.judge_as_production === 1,
    production_host: identity.production_host ?? '',
    user_agent_suffix: '',
    user_agent_suffix_choice: choiceOf('user_agent_suffix'),
    headers: '',
    headers_choice: choiceOf('headers'),
    basic_user: '',
    basic_password: '',
    basic_choice: choiceOf('basic'),
    cookies: '',
    cookies_choice: choiceOf('cookies'),
    signature: identity.signature === 1,
    hosts: (identity.hosts ?? []).join('\n'),
  }
}
type IdentityValues = ReturnType<typeof valuesOf>

const renderOptions = renderModes.map((mode) => ({
  value: String(renderValues[mode]),
  label: renderWords.modes[mode],
}))

/** Changes how a website's pages are requested and rendered. What is set is named, never shown. */
export function IdentityForm({ website, identity }: { website: AnyWebsite; identity: LoadedIdentity }) {
  const { id } = website
  const domain = unicodeHost(website.domain)
  const queries = useQueryClient()
  const form = useRecordForm({
    name: `identity ${id}`,
    stored: identity,
    valuesOf,
    schemaOf: identityDraft,
    reload: () => queries.fetchQuery({ ...identityQuery(id), staleTime: 0 }),
    async save(fields, base, signal) {
      const saved = await putIdentity(id, fields, base.etag, signal)
      queries.setQueryData(identityQuery(id).queryKey, saved)
      showToast({ text: words.saved(domain), tone: 'good' })
      return saved
    },
  })
  const { base, values } = form
  const renderText = words.renderText[values.render as '0' | '1' | '2']
  return (
    <RecordForm
      form={form}
      className="stack"
      cancel={
        <Link to={listLinks.website(id, { latest: '1' })} className={buttonClass({ variant: 'plain' })}>
          {words.cancel}
        </Link>
      }
    >
      <Card className={`stack ${styles.card}`} aria-labelledby="rendering">
        <h2 id="rendering">{words.rendering}</h2>
        <div className="stack tight">
          <span aria-hidden="true" className="small medium">
            {renderWords.label}
          </span>
          <SegmentsField field={form.field('render')} label={renderWords.label} options={renderOptions} />
          <p className="muted small">{renderText}</p>
        </div>
        <CheckboxField
          field={form.field('judge_as_production')}
          label={words.judging}
          hint={<span className="prose">{words.judgingText}</span>}
        />
        {values.judge_as_production && (
          <TextField field={form.field('production_host')} autoCapitalize="none" spellCheck={false} />
        )}
      </Card>
      <Card className={`stack ${styles.card}`} aria-labelledby="identity">
        <div className="stack tight">
          <h2 id="identity">{words.identity}</h2>
          <p className="muted small">{words.identityText(domain)}</p>
        </div>
        {website.privacy !== privacies.private && <Notice tone="decent">{words.shows}</Notice>}
        <Secrets form={form} base={base} />
        <div className="stack tight">
          <CheckboxField field={form.field('signature')} label={words.signature} hint={words.signatureText} />
          {values.signature && <KeyDirectory url={base.key_directory} />}
        </div>
        <TextAreaField className={styles.area} field={form.field('hosts')} rows={2} autoCapitalize="none" />
      </Card>
    </RecordForm>
  )
}

function KeyDirectory({ url }: { url: string | null }) {
  if (url === null) return <p className="muted small">{words.noDirectory}</p>
  return (
    <div className={`cluster small ${styles.directory}`}>
      <span className="muted">{words.directory}</span>
      <code>{url}</code>
      <CopyButton size="s" text={url} label={words.copyDirectory} doneLabel={words.directoryCopied} />
    </div>
  )
}

type FormOf = { field: ReturnType<typeof useRecordForm<LoadedIdentity, IdentityValues, unknown>>['field'] }

/** The parts whose values are never shown again. A locked identity is set again as a whole. */
function Secrets({ form, base }: { form: FormOf; base: LoadedIdentity }) {
  const choices = {
    user_agent_suffix: form.field('user_agent_suffix_choice'),
    headers: form.field('headers_choice'),
    basic: form.field('basic_choice'),
    cookies: form.field('cookies_choice'),
  } as Record<SecretPart, FormField<SecretChoice>>
  const setAll = (choice: SecretChoice) => secretPartNames.forEach((part) => choices[part].set(choice))
  const parts = (
    <>
      <Secret part="user_agent_suffix" label={form.field('user_agent_suffix').label} {...{ base, choices }}>
        <TextField field={form.field('user_agent_suffix')} autoCapitalize="none" spellCheck={false} />
      </Secret>
      <Secret
        part="headers"
        label={form.field('headers').label}
        {...{ base, choices }}
        detail={words.names(base.headers ?? [])}
      >
        <TextAreaField
          className={styles.area}
          field={form.field('headers')}
          rows={3}
          autoCapitalize="none"
          autoComplete="off"
        />
      </Secret>
      <Secret part="basic" label={words.basic} {...{ base, choices }}>
        <BasicFields user={form.field('basic_user')} password={form.field('basic_password')} />
      </Secret>
      <Secret
        part="cookies"
        label={form.field('cookies').label}
        {...{ base, choices }}
        detail={words.names(base.cookies ?? [])}
      >
        <TextAreaField
          className={styles.area}
          field={form.field('cookies')}
          rows={2}
          autoCapitalize="none"
          autoComplete="off"
        />
      </Secret>
    </>
  )
  return base.is_locked ? (
    <LockedSecrets choice={choices.headers.value} onChoice={setAll}>
      {parts}
    </LockedSecrets>
  ) : (
    parts
  )
}

type LockedSecretsProps = { choice: SecretChoice; onChoice: (choice: SecretChoice) => void; children: ReactNode }

/** The choice to set all parts of a locked identity again, or none. */
function LockedSecrets({ choice, onChoice, children }: LockedSecretsProps) {
  return (
    <>
      <Notice
        tone="bad"
        actions={
          choice === 'keep' ? (
            <>
              <Button size="s" onClick={() => onChoice('replace')}>
                {words.setAgain}
              </Button>
              <Button size="s" onClick={() => onChoice('clear')}>
                {words.clearAll}
              </Button>
            </>
          ) : (
            <Button size="s" onClick={() => onChoice('keep')}>
              {words.keepLocked}
            </Button>
          )
        }
      >
        <b>{words.lockedTitle}.</b> {words.locked}
      </Notice>
      {choice === 'replace' && (
        <>
          <p className="muted small">{words.againHint}</p>
          {children}
        </>
      )}
      {choice === 'clear' && <p className="muted small">{words.allCleared}</p>}
    </>
  )
}

type SecretProps = {
  part: SecretPart
  label: string
  base: LoadedIdentity
  choices: Record<SecretPart, FormField<SecretChoice>>
  /** The names of what is set. */
  detail?: string
  children: ReactNode
}

/** One part: its fields, or that it is set, with what can be done about it. */
function Secret({ part, label, base, choices, detail, children }: SecretProps) {
  const { value: choice, set } = choices[part]
  if (base.is_locked || !isPartSet(base, part)) return children
  const name = words.partNames[part]
  return (
    <div className="stack tight" role="group" aria-label={label}>
      {choice === 'replace' && children}
      <div className="cluster">
        <div className={`stack dense ${styles.state}`}>
          {choice !== 'replace' && <span className="small medium">{label}</span>}
          <span className={`row small ${choice === 'keep' ? 'good toned' : 'muted'}`}>
            {choice === 'keep' && <Icon name="check" />}
            {choice === 'keep' ? words.set : choice === 'clear' ? words.willBeCleared : words.willBeReplaced}
            {choice === 'keep' && detail && <code className="breaks muted">{detail}</code>}
          </span>
        </div>
        {choice === 'keep' ? (
          <>
            <Button size="s" onClick={() => set('replace')} aria-label={`${words.replace} ${name}`}>
              {words.replace}
            </Button>
            <Button size="s" onClick={() => set('clear')} aria-label={`${words.clear} ${name}`}>
              {words.clear}
            </Button>
          </>
        ) : (
          <Button size="s" onClick={() => set('keep')} aria-label={`${words.keep} ${name}`}>
            {words.keep}
          </Button>
        )}
      </div>
    </div>
  )
}

function BasicFields({ user, password }: { user: FormField; password: FormField }) {
  const [isShown, setShown] = useState(false)
  return (
    <fieldset className={`grid snug fitted ${styles.basic}`}>
      <legend>{words.basic}</legend>
      <TextField field={user} autoCapitalize="none" spellCheck={false} />
      <Field label={password.label} error={password.error}>
        {(aria) => (
          <SecretInput
            {...aria}
            {...password.register()}
            autoComplete="new-password"
            words={words}
            shown={isShown}
            onShow={setShown}
          />
        )}
      </Field>
    </fieldset>
  )
}
