import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { downloadCsv } from './download-csv.ts'
import { exportWords as words } from './words.ts'

type ExportButtonProps = {
  path: string
  /** The name of the file, without its extension. */
  name: string
  /** Names the button to screen readers if there are several. */
  label?: string
  className?: string | undefined
}

/** Downloads a CSV file of the API. */
export function ExportButton({ path, name, label, className }: ExportButtonProps) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    const failed = await downloadCsv(path, name.replaceAll('_', '-'))
    if (failed) showToast({ text: failed, tone: 'bad' })
    setBusy(false)
  }
  return (
    <Button
      size="s"
      icon="download"
      busy={busy}
      aria-label={label}
      className={className}
      onClick={() => void download()}
    >
      {words.csv}
    </Button>
  )
}
