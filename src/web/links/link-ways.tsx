import { richLink, CopyButton } from '#web/ui/copy-button.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { sharingWords as words } from './words.ts'
import { mailLink } from './mail-link.ts'
import { QrCode } from './qr-code.tsx'
import styles from './sharing.module.css'

/** An address and every way to take it somewhere: the clipboard, a mail, an app of the device, a camera. */
export function LinkWays({ url, name }: { url: string; name: string }) {
  const share = navigator.share?.bind(navigator)
  return (
    <>
      <Field label={words.address}>
        {(aria) => (
          <div className={styles.row}>
            <TextInput
              {...aria}
              boxClassName={styles.address}
              readOnly
              value={url}
              onFocus={(event) => event.target.select()}
            />
            <CopyButton
              variant="main"
              icon="link"
              text={url}
              html={richLink(url, name)}
              label={words.copy}
              doneLabel={words.copied}
            />
          </div>
        )}
      </Field>
      <div className={styles.ways}>
        <a className={buttonClass()} href={mailLink(name, url)}>
          <Icon name="mail" />
          {words.mail}
        </a>
        {share && (
          // Closing the sheet without choosing anything is an answer too.
          <Button icon="upload" onClick={() => void share({ title: name, url }).catch(() => {})}>
            {words.device}
          </Button>
        )}
        <details className={styles.fold}>
          <summary className={buttonClass()}>{words.qr}</summary>
          <QrCode url={url} />
        </details>
      </div>
    </>
  )
}
