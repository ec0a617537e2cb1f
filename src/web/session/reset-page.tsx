import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { NewPasswordForm, PasswordResetForm } from '#contract/forms/people-forms.ts'
import { supports } from '#contract/service-info.ts'
import { paths } from '#web/app/paths.ts'
import { startQuery } from '#web/data/query-client.ts'
import { ownServiceWithoutKeyQuery } from '#web/data/service.ts'
import { Form, FormFailure } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { isDeadLink, requestPasswordReset, resetPassword } from './account-requests.ts'
import { useLinkToken } from './link-token.ts'
import { EmailField, NewPasswordField } from './password-form.tsx'
import { CommandHint, SignInBox } from './sign-in-box.tsx'
import { resetWords as words } from './words.ts'

export async function loader() {
  await startQuery(ownServiceWithoutKeyQuery())
  return null
}

/** Asks for a link to choose a new password, and is where it leads. */
export function Component() {
  const token = useLinkToken()
  const [dead, setDead] = useState<string | null>(null)
  return (
    <SignInBox>
      {token === null ? (
        <AskForLink />
      ) : token === dead ? (
        <>
          <PageHeader title={words.usedTitle} lead={words.used} />
          <Link to={paths.reset()} className={buttonClass()}>
            {words.again}
          </Link>
        </>
      ) : (
        <NewPassword token={token} onDeadLink={() => setDead(token)} />
      )}
    </SignInBox>
  )
}

function AskForLink() {
  const { data: service } = useQuery(ownServiceWithoutKeyQuery())
  const [sentTo, setSentTo] = useState<string | null>(null)
  const back = <Link to={paths.signIn()}>{words.back}</Link>
  if (service === undefined) return <PageHeader title={words.title} />
  if (sentTo !== null)
    return (
      <>
        <PageHeader title={words.sentTitle} lead={words.sent(sentTo)} />
        {back}
      </>
    )
  return supports(service, 'mail') ? (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <MailForm onSent={setSentTo} />
      {back}
    </>
  ) : (
    <>
      <PageHeader title={words.title} lead={words.noMail} />
      <CommandHint text={words.command} />
      {back}
    </>
  )
}

function MailForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useContractForm({
    schema: PasswordResetForm,
    values: { email: '' },
    async submit(fields, signal) {
      await requestPasswordReset(fields, signal)
      onSent(fields.email)
    },
  })
  return (
    <Form form={form}>
      <EmailField field={form.field('email')} autoFocus />
      <FormFailure form={form} />
      <Button type="submit" variant="main" busy={form.busy}>
        {words.submit}
      </Button>
    </Form>
  )
}

function NewPassword({ token, onDeadLink }: { token: string; onDeadLink: () => void }) {
  const navigate = useNavigate()
  const form = useContractForm({
    schema: NewPasswordForm,
    values: { password: '' },
    async submit(fields, signal) {
      try {
        await resetPassword(token, fields, signal)
      } catch (thrown) {
        if (!isDeadLink(thrown)) throw thrown
        return onDeadLink()
      }
      void navigate(paths.home(), { replace: true })
    },
  })
  return (
    <>
      <PageHeader title={words.newTitle} lead={words.newLead} />
      <Form form={form}>
        <NewPasswordField field={form.field('password')} autoFocus />
        <FormFailure form={form} />
        <Button type="submit" variant="main" busy={form.busy}>
          {words.save}
        </Button>
      </Form>
    </>
  )
}
