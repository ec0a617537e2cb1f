import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useState } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyButton, richLink } from '#web/ui/copy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { sharingWords as words } from './words.ts'
import styles from './share-dialog.module.css'

type LinkFieldProps = {
  url: string
  name: string
  /** True if another link is offered first. */
  isSecond?: boolean
}

/** A URL to copy. */
export const LinkField = ({ url, name, isSecond = false }: LinkFieldProps) => (
  <Field label={words.url}>
    {(aria) => (
      <div className="cluster">
        <TextInput
          {...aria}
          boxClassName={styles.url}
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton
          variant={isSecond ? undefined : 'main'}
          icon="copy"
          text={url}
          html={richLink(url, name)}
          label={words.copy}
          doneLabel={words.copied}
        />
      </div>
    )}
  </Field>
)

/** A URL with the ways to pass it on: clipboard, email, the device's share sheet, and a QR code. */
export function ShareOptions({ url, name }: Pick<LinkFieldProps, 'url' | 'name'>) {
  const [isQrShown, setQrShown] = useState(false)
  const share = navigator.share?.bind(navigator)
  return (
    <>
      <LinkField url={url} name={name} />
      <div className="cluster">
        <a className={buttonClass()} href={mailLink(name, url)}>
          {words.mail}
        </a>
        <Menu
          label={words.more}
          items={[
            ...(share
              ? [
                  {
                    label: words.device,
                    // The promise rejects if the share sheet is closed, which needs no message.
                    onSelect: () => void share({ title: name, url }).catch(() => {}),
                  },
                ]
              : []),
            { label: words.qr, onSelect: () => setQrShown(true) },
          ]}
        />
      </div>
      {isQrShown && <QrCode url={url} />}
    </>
  )
}

/** In code points. Mail programs truncate longer subjects. */
const maxSubject = 200

/** Returns a `mailto:` URL with a subject and the URL in the body. `name` is untrusted and cannot add headers. */
export function mailLink(name: string, url: string): string {
  const line = oneLine(name)
  return `mailto:?subject=${encodeURIComponent(truncated(line))}&body=${encodeURIComponent(`${line}\r\n${url}\r\n`)}`
}

/** Replaces line breaks, which would end a header, and bidirectional controls, which would reverse the URL. */
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()

function truncated(line: string) {
  const characters = Array.from(line.slice(0, 2 * maxSubject + 2))
  return characters.length > maxSubject ? `${characters.slice(0, maxSubject - 1).join('')}…` : characters.join('')
}

/** Width of the quiet zone in modules, as ISO/IEC 18004 requires. */
const quietZone = 4

/** A QR code, dark on light in both colour schemes, because many readers do not support inverted codes. */
function QrCode({ url }: { url: string }) {
  const code = qrCodeOf(url)
  if (!code) return <p>{words.qrTooLong}</p>
  const side = code.size + 2 * quietZone
  return (
    <svg
      className={styles.qr}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      role="img"
      aria-label={words.qrOf(url)}
      shapeRendering="crispEdges"
    >
      <rect x={-quietZone} y={-quietZone} width={side} height={side} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  )
}

/** Returns null if the text is too long for a QR code. */
function qrCodeOf(text: string) {
  try {
    return generate(text, { minCorrectionLevel: correction.L, maxCorrectionLevel: correction.Q })
  } catch {
    return null
  }
}
