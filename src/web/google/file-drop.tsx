import { type DragEvent, useId, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './google.module.css'

type FileDropProps = {
  label: string
  accept: string
  error?: string | undefined
  /** The name of the file that was chosen. */
  chosen?: string | undefined
  onFile: (file: File) => void
}

/** A field on which a file can be dropped, or by which it can be chosen. */
export function FileDrop({ label, accept, error, chosen, onFile }: FileDropProps) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div className="stack tight">
      <div
        className={classes(styles.drop, isOver && styles.over, error && styles.wrong)}
        onDragEnter={over}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const [file] = event.dataTransfer.files
          if (file) onFile(file)
        }}
      >
        <input
          id={id}
          type="file"
          className="hidden-visually"
          accept={accept}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // The same file can be chosen again after it was changed.
            target.value = ''
            if (file) onFile(file)
          }}
        />
        <label htmlFor={id} className="stack tight">
          <Icon name={chosen ? 'page' : 'plus'} />
          {chosen && <b className="breaks">{chosen}</b>}
          <span className={chosen ? 'muted small' : 'medium'}>{label}</span>
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} className="row bad toned small" role="alert">
          <Icon name="warn" />
          {error}
        </p>
      )}
    </div>
  )
}
