import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { peopleWords } from './people-words.ts'
import styles from './keys-page.module.css'

const words = peopleWords.link

type SecretLinkDialogProps = { name: string; url: string; children: ReactNode; onClose: () => void }

/** Shows a link that can't be shown again, to send it to a person. */
export const SecretLinkDialog = ({ name, url, children, onClose }: SecretLinkDialogProps) => (
  <Dialog
    open
    title={words.title(name)}
    onClose={onClose}
    actions={
      <Button variant="main" onClick={onClose}>
        {words.done}
      </Button>
    }
  >
    <div className="grid snug start">
      {children}
      <code className={styles.secret}>{url}</code>
      <CopyButton text={url} label={words.copy} doneLabel={words.copied} />
    </div>
  </Dialog>
)
