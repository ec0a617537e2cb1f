import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { sharingWords as words } from './words.ts'
import styles from './sharing.module.css'

/** Modules of quiet around a code, as its standard wants them. */
const quiet = 4

/** A code for cameras, dark on light in either colour scheme, for readers expect it so. */
export function QrCode({ url }: { url: string }) {
  const code = codeOf(url)
  if (!code) return <p>{words.qrTooLong}</p>
  const side = code.size + 2 * quiet
  return (
    <svg
      className={styles.qr}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      role="img"
      aria-label={words.qrOf(url)}
      shapeRendering="crispEdges"
    >
      <rect x={-quiet} y={-quiet} width={side} height={side} fill="#fff" />
      <path d={toSvgPath(code)} fill="#000" />
    </svg>
  )
}

/** Null for what no code can hold. */
function codeOf(text: string) {
  try {
    return generate(text, { minCorrectionLevel: correction.L, maxCorrectionLevel: correction.Q })
  } catch {
    return null
  }
}
