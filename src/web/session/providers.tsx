import type { SignInWays } from '#contract/access/sign-in.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { acceptWith, problemSentence, type Return, startUrl } from './ways-in.ts'
import { providerWords as words } from './words.ts'
import styles from './sign-in-page.module.css'

type ProvidersProps = { ways: SignInWays | undefined }

/** The links to the providers, above the other ways to sign in. */
export const ProviderLinks = ({ ways, to, inNewTab = false }: ProvidersProps & { to: string; inNewTab?: boolean }) =>
  ways &&
  ways.providers.length > 0 && (
    <div className="stack tight">
      {ways.providers.map(({ id, name }) => (
        <a key={id} className={buttonClass()} href={startUrl(id, to)} target={inNewTab ? '_blank' : undefined}>
          {words.continueWith(name)}
        </a>
      ))}
      {ways.passwords && <Or />}
    </div>
  )

const Or = () => <p className={`faint small ${styles.or}`}>{words.or}</p>

/** The same for an invitation, whose token isn't sent in a URL. */
export function InvitationProviders({ ways, token }: ProvidersProps & { token: string }) {
  const { busy, failure, submit } = useSubmit((id: number, signal) => acceptWith(id, token, signal))
  if (!ways || ways.providers.length === 0) return null
  return (
    <div className="stack tight">
      {ways.providers.map(({ id, name }) => (
        <Button key={id} busy={busy} onClick={() => submit(id)}>
          {words.continueWith(name)}
        </Button>
      ))}
      {failure && (
        <Notice tone="bad" role="alert">
          {failure}
        </Notice>
      )}
      {ways.passwords && <Or />}
    </div>
  )
}

/** Why signing in by a provider failed. */
export function ProviderProblem({ back, ways }: ProvidersProps & { back: Return | null }) {
  const sentence = problemSentence(back, ways)
  return (
    sentence && (
      <Notice tone="bad" role="alert">
        {sentence}
      </Notice>
    )
  )
}
