import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { AccountOffer } from '#contract/access/people.ts'
import { AccountForm } from '#contract/forms/people-forms.ts'
import { paths } from '#web/app/paths.ts'
import { TextField } from '#web/forms/fields.tsx'
import { Form, FormFailure } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { createAccount, isDeadLink, offerQuery } from './account-requests.ts'
import { useLinkToken } from './link-token.ts'
import { EmailField, NewPasswordField } from './password-form.tsx'
import { InvitationProviders } from './providers.tsx'
import { CommandHint, SignInBox } from './sign-in-box.tsx'
import { waysInQuery } from './ways-in.ts'
import { accountWords as words } from './words.ts'

/** Creates the account of the first owner, or of a person who was invited. */
export function Component() {
  const token = useLinkToken()
  return <SignInBox>{token === null ? <UsedLink /> : <Offer key={token} token={token} />}</SignInBox>
}

const UsedLink = () => (
  <>
    <PageHeader title={words.usedTitle} />
    <CommandHint text={words.used} />
    <Link to={paths.signIn()} className={buttonClass()}>
      {words.signIn}
    </Link>
  </>
)

function Offer({ token }: { token: string }) {
  const [isUsed, setUsed] = useState(false)
  const [offer, setOffer] = useState<AccountOffer>()
  // What is cached goes with the person before, and the new account has used up the token.
  const { data, error, isPending } = useQuery({ ...offerQuery(token), enabled: offer === undefined })
  if (data && offer === undefined) setOffer(data)
  if (isUsed || (error !== null && isDeadLink(error))) return <UsedLink />
  if (offer === undefined && isPending) return null
  return <NewAccount token={token} offer={offer} onDeadLink={() => setUsed(true)} />
}

/** By a password, or by a provider. */
function NewAccount({ token, ...props }: NewAccountProps) {
  const { data: ways } = useQuery(waysInQuery())
  const hasPasswords = ways?.passwords !== false
  return (
    <>
      <PageHeader title={words.title} lead={hasPasswords && words.lead} />
      <InvitationProviders ways={ways} token={token} />
      {hasPasswords && <AccountFields token={token} {...props} />}
    </>
  )
}

/** Without the offer, because it couldn’t be read, the fields start empty. */
type NewAccountProps = { token: string; offer: AccountOffer | undefined; onDeadLink: () => void }

function AccountFields({ token, offer, onDeadLink }: NewAccountProps) {
  const navigate = useNavigate()
  const isFilled = Boolean(offer?.name && offer.email)
  const form = useContractForm({
    schema: AccountForm,
    values: { token, name: offer?.name ?? '', email: offer?.email ?? '', password: '' },
    async submit(fields, signal) {
      try {
        await createAccount(fields, signal)
      } catch (thrown) {
        if (!isDeadLink(thrown)) throw thrown
        return onDeadLink()
      }
      void navigate(paths.home(), { replace: true })
    },
  })
  return (
    <Form form={form}>
      <TextField field={form.field('name')} autoComplete="name" autoFocus={!isFilled} />
      <EmailField field={form.field('email')} />
      <NewPasswordField field={form.field('password')} autoFocus={isFilled} />
      <FormFailure form={form} />
      <Button type="submit" variant="main" busy={form.busy}>
        {words.submit}
      </Button>
    </Form>
  )
}
